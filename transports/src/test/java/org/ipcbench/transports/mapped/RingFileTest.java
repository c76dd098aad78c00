package org.ipcbench.transports.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.transports.shared.RingGeometry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingFileTest {
    private static final RingGeometry GEOMETRY = new RingGeometry(4, 64);

    @TempDir
    Path directory;

    /** Where everybody may write, somebody may have made one. */
    @Test
    void fileThatIsThereAlreadyIsNeitherUsedNorFollowed() throws IOException {
        Path precious = Files.writeString(directory.resolve("precious"), "stays");
        Path link = Files.createSymbolicLink(directory.resolve("link"), precious);
        Path dangling = Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nowhere"));

        for (Path taken : new Path[] {precious, link, dangling}) {
            assertThatThrownBy(() -> RingFile.create(taken, GEOMETRY.totalBytes()))
                    .isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(precious).hasContent("stays");
        assertThat(directory.resolve("nowhere")).doesNotExist();
    }
}
