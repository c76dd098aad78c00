package org.ipcbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.ipcbench.run.TransferFiles.DiskRoom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskRoomTest {
    private static final long MIB = 1 << 20;

    @Test
    void firstCopyNeedsSpaceBesideTheFileItReplaces() {
        assertThat(shortage(5, 1, 5, 9)).isEmpty();
        assertThat(shortage(5, 1, 4, 9)).isPresent();
    }

    @Test
    void secondCopyNeedsSpaceBesideTheFirst() {
        assertThat(shortage(5, 2, 10, 0)).isEmpty();
        assertThat(shortage(5, 2, 9, 0)).isPresent();
    }

    @Test
    void replacedFilesSpaceIsFreeForTheSecondCopy() {
        assertThat(shortage(5, 2, 7, 3)).isEmpty();
        assertThat(shortage(5, 2, 6, 3)).isPresent();
    }

    @Test
    void figuresOfTheSmallestShortageDiffer() {
        assertThat(new DiskRoom(Path.of("x"), 3 * MIB + 1, 1).shortage(3 * MIB, 0))
                .contains(
                        "'x' needs 3.1 MiB, but its file system has only 3.0 MiB available; free some, or give another"
                                + " place");
    }

    @Test
    void emptyFileFitsAndAnExbibyteDoesNot(@TempDir Path directory) throws IOException {
        Path place = directory.resolve("file");

        assertThat(new DiskRoom(place, 0, 2).shortage()).isEmpty();
        assertThat(new DiskRoom(place, 1L << 60, 2).shortage()).isPresent();
    }

    private static Optional<String> shortage(int mebibytes, int copies, int usableMebibytes, int replacedMebibytes) {
        return new DiskRoom(Path.of("x"), mebibytes * MIB, copies)
                .shortage(usableMebibytes * MIB, replacedMebibytes * MIB);
    }
}
