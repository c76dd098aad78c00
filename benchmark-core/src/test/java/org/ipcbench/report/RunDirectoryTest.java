package org.ipcbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.ipcbench.report.file.CsvReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
    private static final LocalDateTime NOW = LocalDateTime.of(2026, 2, 3, 4, 5, 6);
    private static final long NEEDED_BYTES = 200 << 10;
    private static final String NAME = "2026-02-03T04-05-06-[2-9a-z]{5}";

    private Path place = Path.of("");
    private Path output = Path.of("");

    @BeforeEach
    void chooseAPlace(@TempDir Path directory) {
        place = directory;
        output = directory.resolve("deep/output");
    }

    @Test
    void isNamedAfterTheMomentAndEmpty() throws IOException {
        RunDirectory directory = create(output);

        assertThat(directory.path()).hasParent(output).isEmptyDirectory();
        assertThat(directory.path().getFileName().toString()).matches(NAME);
        assertThat(directory.newestTable())
                .isEqualTo(output.resolve("output.csv"))
                .doesNotExist();
    }

    @Test
    void runsOfTheSameSecondDoNotShareADirectoryThoughTheirHostsDrawTheSame() throws IOException {
        RandomGenerator host = new SplittableRandom(1);
        RandomGenerator otherHost = new SplittableRandom(1);

        Path run = RunDirectory.create(output, NOW, host, NEEDED_BYTES).path();
        Path otherRun =
                RunDirectory.create(output, NOW, otherHost, NEEDED_BYTES).path();

        assertThat(otherRun.getFileName().toString()).matches(NAME);
        assertThat(otherRun).isNotEqualTo(run).isEmptyDirectory();
    }

    @Test
    void hasTheSameNameInEveryLanguage() throws IOException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(create(output).path().getFileName().toString()).matches(NAME);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void keepsEarlierRunsAndTheNewestTable() throws IOException {
        Path earlier = Files.writeString(create(output).path().resolve("results.jsonl"), "{}\n");
        Path table = Files.writeString(output.resolve(CsvReport.FILE_NAME), "Name\r\n");

        create(output);

        assertThat(earlier).hasContent("{}\n");
        assertThat(table).hasContent("Name\r\n");
    }

    @Test
    void followsALinkToADirectoryElsewhere() throws IOException {
        Path elsewhere = Files.createDirectory(place.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(place.resolve("link"), elsewhere);

        create(link);

        assertThat(elsewhere)
                .isDirectoryContaining(path -> path.getFileName().toString().matches(NAME));
    }

    @Test
    void fileInTheWayIsReportedBeforeTheFirstMeasurement() throws IOException {
        Path file = Files.createFile(place.resolve("file"));

        assertRefused(file);
        assertRefused(file.resolve("below"));
        assertThat(file).isEmptyFile();
    }

    @Test
    void unwritableNewestTableLeavesNoRunDirectory() throws IOException {
        Path table = Files.createDirectories(output.resolve(CsvReport.FILE_NAME));

        assertRefused(output);
        assertThat(output).isDirectoryNotContaining(path -> !path.equals(table));
    }

    @Test
    void missingDiskSpaceIsFoundWithoutFillingTheDisk() {
        long exbibyte = 1L << 60;

        assertThatThrownBy(() -> RunDirectory.create(output, NOW, exbibyte))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write to '" + output + "' (needs " + exbibyte + " bytes, ")
                .hasMessageContaining(" are free);");
        assertThat(place).isEmptyDirectory();
    }

    @Test
    void checkFindsTheSameFaultsAndMakesNoFiles() throws IOException {
        Path file = Files.createFile(place.resolve("file"));

        RunDirectory.check(output, NEEDED_BYTES);
        assertThat(output.getParent()).doesNotExist();
        assertThatThrownBy(() -> RunDirectory.check(file.resolve("below"), NEEDED_BYTES))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("give a writable directory with at least 200 KiB free");
        assertThatThrownBy(() -> RunDirectory.check(output, 1L << 60))
                .hasMessageContaining("needs " + (1L << 60) + " bytes, ");
        assertThat(place).isDirectoryNotContaining(entry -> !entry.equals(file));
    }

    private static void assertRefused(Path output) {
        assertThatThrownBy(() -> create(output))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot write to '" + output + "'")
                .hasMessageContaining("give a writable directory with at least 200 KiB free");
    }

    private static RunDirectory create(Path output) throws IOException {
        return RunDirectory.create(output, NOW, NEEDED_BYTES);
    }
}
