package org.ipcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plan.RunTally;
import org.ipcbench.plan.Specimen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFilesTest {
    private static final Cell FIRST = Specimen.cell("first", 64);
    private static final Cell SECOND = Specimen.cell("second", 64);
    private static final Plan PLAN = new Plan(List.of(FIRST, SECOND), 1, 0, 1);
    private static final int ENDS = 500;
    private static final int DEADLINE_SECONDS = 60;

    private final RunTally tally = new RunTally(PLAN);

    @TempDir
    private Path output;

    @Test
    void theTableGrowsWithEveryIterationAndReachesItsPlaceAtTheEnd() throws IOException {
        RunDirectory directory = directory();
        Path own = directory.path().resolve(CsvReport.FILE_NAME);
        Path newest = Files.writeString(directory.newestTable(), "of an earlier run");
        IterationResult failure = Specimen.failed(SECOND, 1, "the server died");
        IterationResult figures = Specimen.measured(FIRST, 1, 1);

        try (ResultsLog log = new ResultsLog(directory.path().resolve(ResultsLog.FILE_NAME))) {
            RunFiles files = new RunFiles(directory, tally, log);
            tally.add(failure);
            files.iterationEnded(failure);
            assertThat(own).content().contains("FIRST,64", "not-measured", "the server died");
            tally.add(figures);
            files.iterationEnded(figures);
            assertThat(own).content().contains("measured,16384").doesNotContain("not-measured");
            assertThat(newest).hasContent("of an earlier run");

            assertThat(files.finish(RunResult.of(PLAN, List.of(failure, figures), false)))
                    .isEmpty();
        }
        assertThat(newest).hasSameTextualContentAs(own);
        assertThat(own).content().contains("measured,16384", "the server died");
        assertThat(directory.path().resolve(ResultsLog.FILE_NAME)).content().hasLineCount(2);
    }

    @Test
    void aPausedAttemptIsLoggedBesideItsRepetition() throws IOException {
        RunDirectory directory = directory();
        Path lines = directory.path().resolve(ResultsLog.FILE_NAME);

        try (ResultsLog log = new ResultsLog(lines)) {
            RunFiles files = new RunFiles(directory, PLAN, log);
            files.iterationRepeated(Specimen.failed(FIRST, 1, "paused for 5.0 s; repeated"));
            files.iterationEnded(Specimen.measured(FIRST, 1, 1));
        }
        assertThat(lines).content().hasLineCount(2).contains("paused for 5.0 s; repeated");
        assertThat(directory.path().resolve(CsvReport.FILE_NAME))
                .content()
                .contains("measured,16384")
                .doesNotContain("paused");
    }

    @Test
    void aRunWhoseDirectoryIsGoneStillLeavesTheNewestTable() throws IOException {
        RunDirectory directory = directory();
        IterationResult figures = Specimen.measured(FIRST, 1, 1);
        Path own = directory.path().resolve(CsvReport.FILE_NAME);
        Path gone = directory.path().resolve(ResultsLog.FILE_NAME);

        try (ResultsLog log = new ResultsLog(gone)) {
            Files.delete(gone);
            Files.delete(directory.path());
            RunFiles files = new RunFiles(directory, tally, log);
            tally.add(figures);
            files.iterationEnded(figures);

            assertThat(files.finish(RunResult.of(PLAN, List.of(figures), false)))
                    .containsExactly("cannot write %s: No such file or directory".formatted(own));
        }
        assertThat(directory.newestTable()).content().contains("measured,16384");
    }

    @Test
    void whatStandsInTheWayOfTheNewestTableCostsNothingElse() throws IOException {
        RunDirectory directory = directory();
        IterationResult figures = Specimen.measured(FIRST, 1, 1);
        Files.createFile(Files.createDirectory(directory.newestTable()).resolve("occupied"));

        try (ResultsLog log = new ResultsLog(directory.path().resolve(ResultsLog.FILE_NAME))) {
            assertThat(new RunFiles(directory, tally, log).finish(RunResult.of(PLAN, List.of(figures), false)))
                    .singleElement()
                    .asString()
                    .startsWith("cannot write %s: ".formatted(directory.newestTable()))
                    .doesNotContain(".new");
        }
        assertThat(directory.path().resolve(CsvReport.FILE_NAME)).content().contains("measured,16384");
        try (Stream<Path> left = Files.list(output)) {
            assertThat(left).containsExactlyInAnyOrder(directory.path(), directory.newestTable());
        }
    }

    @Test
    void aLogThatFailedOnceIsNotContinued() throws IOException {
        RunDirectory directory = directory();
        IterationResult figures = Specimen.measured(FIRST, 1, 1);
        Path file = directory.path().resolve(ResultsLog.FILE_NAME);

        try (ResultsLog log = new ResultsLog(file)) {
            log.close();
            RunFiles files = new RunFiles(directory, tally, log);
            tally.add(figures);
            files.iterationEnded(figures);

            assertThat(files.finish(RunResult.of(PLAN, List.of(figures), false)))
                    .singleElement()
                    .asString()
                    .startsWith("cannot write %s: ".formatted(file));
        }
        assertThat(directory.newestTable()).content().contains("measured,16384");
    }

    @Test
    void runsThatEndAtTheSameMomentDoNotDisturbEachOther()
            throws IOException, InterruptedException, ExecutionException {
        RunDirectory directory = directory();
        RunResult result = RunResult.of(PLAN, List.of(), false);
        Callable<List<String>> end = () -> {
            List<String> failures = new ArrayList<>();
            for (int i = 0; i < ENDS; i++) {
                try {
                    new CsvReport().write(result, directory.newestTable());
                } catch (IOException e) {
                    failures.add(e.getMessage());
                }
            }
            return failures;
        };
        ExecutorService runs = Executors.newFixedThreadPool(2);
        try {
            for (Future<List<String>> run : runs.invokeAll(List.of(end, end), DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                assertThat(run.get()).isEmpty();
            }
        } finally {
            runs.shutdownNow();
        }
    }

    private RunDirectory directory() throws IOException {
        return RunDirectory.create(output, LocalDateTime.of(2026, 2, 3, 4, 5, 6), 1);
    }
}
