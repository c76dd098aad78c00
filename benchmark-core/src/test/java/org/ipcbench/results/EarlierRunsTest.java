package org.ipcbench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.ipcbench.environment.MachineIdentity;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunEstimate;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.scratch.CacheDirectory;
import org.ipcbench.scratch.OwnFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlierRunsTest {
    private static final Plan PLAN = new Plan(List.of(SampleCells.cell("fast", 1024)), 2, 400_000_000, 1);
    private static final String HERE = MachineIdentity.current().host();

    private static final Duration USUAL = RunEstimate.of(PLAN, 0).round();

    @TempDir
    private Path directory;

    @Test
    void runsTellHowLongIterationsTakeWhereverTheirFilesAre() throws IOException {
        Path run = record("2026-01-01T00-00-00-aaaaa", HERE);
        earlier().keep(run);
        OwnFiles.deleteTree(run);

        assertThat(round())
                .as("0.75 s outside of seven measured seconds, looking for stalls included")
                .hasMillis(7_780);
    }

    @Test
    void runsOfOtherMachinesTellNothing() throws IOException {
        earlier().keep(record("2026-01-01T00-00-00-aaaaa", "0a1b2c3d"));

        assertThat(round()).isEqualTo(USUAL);
    }

    @Test
    void newRunsTakeThePlaceOfOldOnes() throws IOException {
        for (int i = 0; i <= EarlierRuns.MAX_RUNS; i++) {
            earlier().keep(record("2026-01-01T00-00-%02d-aaaaa".formatted(i), HERE));
        }

        assertThat(directory.resolve("cache/times"))
                .isDirectoryNotContaining("glob:**00-00-00-aaaaa")
                .isDirectoryContaining("glob:**00-00-01-aaaaa")
                .isDirectoryContaining("glob:**00-00-10-aaaaa");
    }

    @Test
    void whatCannotBeReadIsLeftOut() throws IOException {
        assertThat(round()).as("no cache yet").isEqualTo(USUAL);
        earlier().keep(directory.resolve("nowhere"));
        Path torn = record("2026-01-01T00-00-00-aaaaa", HERE);
        Files.writeString(torn.resolve(ResultsLog.FILE_NAME), "{\"record\":\"iter", StandardOpenOption.APPEND);
        earlier().keep(torn);
        Path times = directory.resolve("cache/times");
        Files.writeString(times.resolve("2026-01-02T00-00-00-bbbbb"), "{}");
        Files.createFile(times.resolve("2026-01-03T00-00-00-ccccc"));
        Files.createDirectory(times.resolve("2026-01-04T00-00-00-ddddd"));

        assertThat(round()).hasMillis(7_780);
    }

    @Test
    void runWithoutIterationsTakesNoOthersPlace() throws IOException {
        Path run = Files.createDirectory(directory.resolve("2026-01-01T00-00-00-aaaaa"));
        ResultsLog.create(run.resolve(ResultsLog.FILE_NAME), PLAN, SampleIdentity.RUN, null)
                .close();
        earlier().keep(run);

        assertThat(directory.resolve("cache")).doesNotExist();
    }

    @Test
    void whatNobodyMayWriteToKeepsNothing() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        new EarlierRuns(new CacheDirectory(file)).keep(record("2026-01-01T00-00-00-aaaaa", HERE));

        assertThat(file).isEmptyFile();
    }

    private Duration round() {
        return RunEstimate.of(PLAN, 0, earlier().times()).round();
    }

    private EarlierRuns earlier() {
        return new EarlierRuns(new CacheDirectory(directory.resolve("cache")));
    }

    private Path record(String name, String host) throws IOException {
        Path run = Files.createDirectory(directory.resolve(name));
        RunIdentity sample = SampleIdentity.RUN;
        RunIdentity identity = new RunIdentity(
                sample.id(),
                host,
                sample.boot(),
                sample.suite(),
                sample.commit(),
                sample.startedAt(),
                List.of(),
                Map.of(),
                List.of());
        try (ResultsLog log = ResultsLog.create(run.resolve(ResultsLog.FILE_NAME), PLAN, identity, null)) {
            log.iterationEnded(SampleCells.measured(PLAN.cells().get(0), 1, 7));
        }
        return run;
    }
}
