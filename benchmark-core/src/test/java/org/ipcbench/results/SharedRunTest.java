package org.ipcbench.results;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A shared run may come from a stranger. */
class SharedRunTest {
    private static final int BOMB_CHUNKS = 200;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"../results.jsonl", "/etc/passwd", "a/b", "a\\b", "..", ""})
    void archiveWithAnythingButFilesIsRefused(String name) throws IOException {
        Path file = archive(name, new byte[1]);

        assertThatThrownBy(() -> RunRecord.read(file, false))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessage("'%s' is not a file of 'share': it holds '%s'".formatted(file, name));
    }

    @Test
    void archiveThatGrowsWhenItIsReadIsRefused() throws IOException {
        Path file = directory.resolve("bomb.zip");
        byte[] zeros = new byte[1 << 20];
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(ResultsLog.FILE_NAME));
            for (int chunk = 0; chunk < BOMB_CHUNKS; chunk++) {
                zip.write(zeros);
            }
        }

        assertThatThrownBy(() -> RunRecord.read(file, false))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessageEndingWith("it holds more than 128 MiB or 16 files");
    }

    @Test
    void archiveWithoutARecordIsRefused() throws IOException {
        Path file = archive("holiday.jpg", new byte[1000]);

        assertThatThrownBy(() -> RunRecord.read(file, false))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessageEndingWith("it is damaged, or without a results.jsonl");
    }

    /** Wherever it was cut off or changed. */
    @Test
    void damagedArchiveIsRefused() throws IOException {
        byte[] random = new byte[2_000];
        new Random(1).nextBytes(random);
        byte[] whole = Files.readAllBytes(archive(ResultsLog.FILE_NAME, random));
        for (int length = 4; length < whole.length / 2; length += 97) {
            Path cut = Files.write(directory.resolve("cut.zip"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> RunRecord.read(cut, false)).isInstanceOf(UnreadableRunException.class);
            byte[] other = whole.clone();
            other[length] = (byte) ~other[length];
            Path changed = Files.write(directory.resolve("changed.zip"), other);
            assertThatThrownBy(() -> RunRecord.read(changed, false)).isInstanceOf(UnreadableRunException.class);
        }
    }

    @Test
    void environmentThatIsMissingIsNamed() {
        SharedRun run = new SharedRun("a.zip", Map.of());

        assertThatThrownBy(() -> RecordedRun.environmentOf(run))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessage("environment.json of 'a.zip' is missing; without it a run cannot be read");
    }

    @Test
    void runThatNobodyCouldReadIsNotMade() {
        String text = "x".repeat(SharedRun.MAX_BYTES);

        assertThatThrownBy(() -> new SharedRun("a", Map.of()).with("a", "x").with("b", text))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessage("has more than 128 MiB, which is too much to share");
    }

    private Path archive(String name, byte[] content) throws IOException {
        Path file = directory.resolve("a.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
        }
        return file;
    }
}
