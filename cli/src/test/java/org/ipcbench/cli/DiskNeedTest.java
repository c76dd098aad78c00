package org.ipcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskNeedTest {
    private static final int MIB = 1 << 20;

    @Test
    void aFileIsThereBesideTheOneItReplaces() {
        assertThat(DiskNeed.of(List.of(file("a", 5, 3))).bytes()).isEqualTo(5 * MIB);
    }

    @Test
    void theSecondIsWrittenBesideTheFirst() {
        WrittenFile second = file("b", 5, 5);

        assertThat(DiskNeed.of(List.of(file("a", 5, 0), second, file("c", 5, 5))))
                .isEqualTo(new DiskNeed(second, 10 * MIB));
    }

    @Test
    void whatTheFirstReplacedIsRoomForTheSecond() {
        WrittenFile first = file("a", 5, 7);

        assertThat(DiskNeed.of(List.of(first, file("b", 5, 5)))).isEqualTo(new DiskNeed(first, 5 * MIB));
        assertThat(DiskNeed.of(List.of(file("a", 5, 2), file("b", 5, 5))).bytes())
                .isEqualTo(8 * MIB);
    }

    @Test
    void figuresOfAShortageDifferHoweverSmallItIs() {
        WrittenFile file = new WrittenFile("--to", Path.of("x"), 3 * MIB + 1, 0);
        DiskNeed need = DiskNeed.of(List.of(file));

        assertThat(new DiskNeed.Shortage(need, 3 * MIB).problem())
                .isEqualTo("'x' needs 3.1 MiB of its file system, and 3.0 MiB are available; free some, or give another"
                        + " place");
    }

    @Test
    void noDiskHoldsAnExbibyteAndEveryOneNothing(@TempDir Path directory) throws IOException {
        Path place = directory.resolve("file");

        assertThat(DiskNeed.shortage(
                        List.of(new WrittenFile("--to", place, 0, 0), new WrittenFile("--to", place, 1L << 60, 0))))
                .hasValueSatisfying(shortage -> {
                    assertThat(shortage.need().bytes()).isEqualTo(1L << 60);
                    assertThat(shortage.usableBytes()).isLessThan(1L << 60);
                });
        assertThat(DiskNeed.shortage(List.of(new WrittenFile("--to", place, 0, 0))))
                .isEmpty();
        assertThat(DiskNeed.shortage(List.of())).isEmpty();
    }

    private static WrittenFile file(String name, int mebibytes, int replacedMebibytes) {
        return new WrittenFile("--to", Path.of(name), (long) mebibytes * MIB, (long) replacedMebibytes * MIB);
    }
}
