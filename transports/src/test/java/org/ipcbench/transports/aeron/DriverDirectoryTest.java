package org.ipcbench.transports.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.scratch.ForeignOwner;
import org.ipcbench.transports.InScratchDirectory;
import org.ipcbench.transports.shared.OwnerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverDirectoryTest extends InScratchDirectory {
    @TempDir
    private Path root;

    @Test
    void clientsFindTheDriversDirectory() throws IOException {
        DriverDirectory made = DriverDirectory.create(root, directory);

        assertThat(made.path()).isDirectory().hasParent(root);
        assertThat(DriverDirectory.of(root, directory).aeronDirectoryName()).isEqualTo(made.aeronDirectoryName());
        assertThat(made.path().getFileName().toString())
                .matches("%s\\.[0-9a-f]{16}\\.aeron".formatted(directory.getFileName()));
        made.remove();

        assertThat(root).isEmptyDirectory();
        assertThat(directory).isEmptyDirectory();
        assertThatIOException()
                .isThrownBy(() -> DriverDirectory.of(root, directory))
                .withMessage("Aeron's driver is not running");
    }

    @Test
    void directoryOfAKilledDriverIsRemoved() throws IOException {
        DriverDirectory left = DriverDirectory.create(root, directory);
        Files.createFile(
                Files.createDirectory(Path.of(left.aeronDirectoryName())).resolve("log"));

        DriverDirectory.removeLeftOvers(root, directory);

        assertThat(root).isEmptyDirectory();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void directoryWithoutRecordIsKept() throws IOException {
        Path unrecorded = Files.createDirectory(root.resolve(directory.getFileName() + ".aeron"));

        DriverDirectory.removeLeftOvers(root, directory);

        assertThat(unrecorded).exists();
    }

    @Test
    void anotherUsersDirectoryIsKeptAndDoesNotStopTheStart() throws IOException {
        Path foreign =
                Files.createDirectory(OwnerRecord.choose(directory, "aeron").pathIn(root));
        Path file = Files.createFile(foreign.resolve("file"));
        ForeignOwner.give(foreign);

        DriverDirectory.removeLeftOvers(root, directory);

        assertThat(file).exists();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void directoryWithoutItsRecordIsRemovedAtOnce() throws IOException {
        OwnerRecord record = OwnerRecord.choose(directory, "aeron");
        record.delete(); // by a peer, which sees the launcher dead

        assertThatIOException()
                .isThrownBy(() -> DriverDirectory.make(root, record))
                .withMessageContaining("scratch directory removed during");
        assertThat(root).isEmptyDirectory();
    }
}
