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

    /** As a file of huge pages has to be. */
    @Test
    void fileOfWholeHugePagesIsMappedAtOnce() throws IOException {
        try (RingFile server = RingFile.create(directory.toRealPath().resolve("ring"), 2 << 20);
                RingFile client = RingFile.open(server.address())) {
            client.mapToServer(GEOMETRY).memory().put(GEOMETRY.ringBytes() - 1, (byte) 1);
            client.mapToClient(GEOMETRY).memory().put(0, (byte) 2);
            client.mapAuthentication().put(0, (byte) 3);

            assertThat(server.mapToServer(GEOMETRY).memory().get(GEOMETRY.ringBytes() - 1))
                    .isEqualTo((byte) 1);
            assertThat(server.mapToClient(GEOMETRY).memory().get(0)).isEqualTo((byte) 2);
            assertThat(server.mapAuthentication().get(0)).isEqualTo((byte) 3);
        }
    }
}
