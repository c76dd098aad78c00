package org.ipcbench.transports.ring;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import org.ipcbench.kernel.DiskSpace;
import org.junit.jupiter.api.Test;

class MmapFileTransportTest {
    private static final Path DISK = Path.of("/disk");

    @Test
    void fileThatWouldFillItsFileSystemIsRefusedBeforeItIsMade() {
        assertThatIOException()
                .isThrownBy(() -> MmapFileTransport.requireFree(new DiskSpace(1000, 99), 100, DISK))
                .withMessage("no space in /disk: the rings for both directions take 100 bytes, 99 are free; "
                        + "free some, or use a smaller --buffer");
    }

    @Test
    void fileThatFitsOrMayFitIsMade() {
        assertThatCode(() -> MmapFileTransport.requireFree(new DiskSpace(1000, 100), 100, DISK))
                .doesNotThrowAnyException();
        assertThatCode(() -> MmapFileTransport.requireFree(new DiskSpace(0, 0), 100, DISK))
                .doesNotThrowAnyException();
    }
}
