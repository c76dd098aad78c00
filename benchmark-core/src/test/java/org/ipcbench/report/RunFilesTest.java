package org.ipcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.SampleIdentity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFilesTest {
    private static final Cell FIRST = SampleCells.cell("first", 64);
    private static final Cell SECOND = SampleCells.cell("second", 64);
    private static final Plan PLAN = new Plan(List.of(FIRST, SECOND), 1, 0, 1);
    private static final int ENDS = 500;
    private static final int DEADLINE_SECONDS = 60;

    private final List<String> warnings = new ArrayList<>();
    private final RunTally tally = new RunTally(PLAN);

    @TempDir
    private Path output;

    @Test
    void tableGrowsWithEveryIterationAndReachesItsPlaceAtTheEnd() throws IOException {
        RunDirectory directory = directory();
        Path own = directory.path().resolve(CsvReport.FILE_NAME);
        Path newest = Files.writeString(directory.newestTable(), "of an earlier run");
        IterationResult failure = SampleCells.failed(SECOND, 1, "the server died");
        IterationResult figures = SampleCells.measured(FIRST, 1, 1);

        try (ResultsLog log =
                ResultsLog.create(directory.path().resolve(ResultsLog.FILE_NAME), PLAN, SampleIdentity.RUN, null)) {
            RunFiles files =
                    new RunFiles(directory, new CsvReport(RunOrigin.UNKNOWN), tally, log, () -> 0, warnings::add);
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
        assertThat(directory.path().resolve(ResultsLog.FILE_NAME)).content().hasLineCount(4);
    }

    /** Otherwise the tables of many cells take most of a run. */
    @Test
    void tableThatTookASecondIsLeftAloneForTwenty() throws IOException {
        RunDirectory directory = directory();
        Path own = directory.path().resolve(CsvReport.FILE_NAME);
        IterationResult failure = SampleCells.failed(SECOND, 1, "the server died");
        IterationResult figures = SampleCells.measured(FIRST, 1, 1);
        AtomicLong seconds = new AtomicLong(); // pass with each reading

        try (ResultsLog log =
                ResultsLog.create(directory.path().resolve(ResultsLog.FILE_NAME), PLAN, SampleIdentity.RUN, null)) {
            NanoClock clock = () -> TimeUnit.SECONDS.toNanos(seconds.getAndIncrement());
            RunFiles files =
                    new RunFiles(directory, new CsvReport(RunOrigin.UNKNOWN), tally, log, clock, warnings::add);
            tally.add(failure);
            files.iterationEnded(failure);
            tally.add(figures);
            files.iterationEnded(figures);
            assertThat(own).content().contains("the server died").doesNotContain("measured,16384");

            seconds.addAndGet(20);
            files.iterationEnded(figures);
            assertThat(own).content().contains("measured,16384");
        }
    }

    @Test
    void pausedAttemptIsLoggedBesideItsRepetition() throws IOException {
        RunDirectory directory = directory();
        Path lines = directory.path().resolve(ResultsLog.FILE_NAME);

        try (ResultsLog log = ResultsLog.create(lines, PLAN, SampleIdentity.RUN, null)) {
            RunFiles files =
                    new RunFiles(directory, new CsvReport(RunOrigin.UNKNOWN), tally, log, () -> 0, warnings::add);
            files.iterationRepeated(SampleCells.failed(FIRST, 1, "paused for 5.0 s; repeated"));
            IterationResult repetition = SampleCells.measured(FIRST, 1, 1);
            tally.add(repetition);
            files.iterationEnded(repetition);
        }
        assertThat(lines).content().hasLineCount(3).contains("paused for 5.0 s; repeated");
        assertThat(directory.path().resolve(CsvReport.FILE_NAME))
                .content()
                .contains("measured,16384")
                .doesNotContain("paused");
    }

    @Test
    void deletedRunDirectoryStillLeavesTheNewestTable() throws IOException {
        RunDirectory directory = directory();
        IterationResult figures = SampleCells.measured(FIRST, 1, 1);
        Path own = directory.path().resolve(CsvReport.FILE_NAME);
        Path gone = directory.path().resolve(ResultsLog.FILE_NAME);

        try (ResultsLog log = ResultsLog.create(gone, PLAN, SampleIdentity.RUN, null)) {
            try (Stream<Path> files = Files.list(directory.path())) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory.path());
            RunFiles files =
                    new RunFiles(directory, new CsvReport(RunOrigin.UNKNOWN), tally, log, () -> 0, warnings::add);
            tally.add(figures);
            files.iterationEnded(figures);

            assertThat(files.finish(RunResult.of(PLAN, List.of(figures), false)))
                    .containsExactly("cannot write %s: No such file or directory".formatted(own));
        }
        assertThat(directory.newestTable()).content().contains("measured,16384");
    }

    /** What a killed process was writing there would stay: no later run knows whether its writer still lives. */
    @Test
    void nothingUnfinishedIsEverBesideTheRuns() throws IOException, InterruptedException {
        RunDirectory directory = directory();
        List<String> made = new ArrayList<>();

        try (WatchService watch = output.getFileSystem().newWatchService();
                ResultsLog log = ResultsLog.create(
                        directory.path().resolve(ResultsLog.FILE_NAME), PLAN, SampleIdentity.RUN, null)) {
            output.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            new RunFiles(directory, new CsvReport(RunOrigin.UNKNOWN), tally, log, () -> 0, warnings::add)
                    .finish(RunResult.of(PLAN, List.of(), false));

            WatchKey events = watch.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
            assertThat(events).isNotNull();
            events.pollEvents().forEach(event -> made.add(String.valueOf(event.context())));
        }
        assertThat(made).containsExactly(CsvReport.FILE_NAME);
    }

    @Test
    void unwritableNewestTableLosesNoOtherFile() throws IOException {
        RunDirectory directory = directory();
        IterationResult figures = SampleCells.measured(FIRST, 1, 1);
        Files.createFile(Files.createDirectory(directory.newestTable()).resolve("occupied"));

        try (ResultsLog log =
                ResultsLog.create(directory.path().resolve(ResultsLog.FILE_NAME), PLAN, SampleIdentity.RUN, null)) {
            assertThat(new RunFiles(directory, new CsvReport(RunOrigin.UNKNOWN), tally, log, () -> 0, warnings::add)
                            .finish(RunResult.of(PLAN, List.of(figures), false)))
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
    void unwritableLogLosesNoOtherFile() throws IOException {
        RunDirectory directory = directory();
        IterationResult figures = SampleCells.measured(FIRST, 1, 1);
        Path file = directory.path().resolve(ResultsLog.FILE_NAME);

        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, null)) {
            log.close();
            RunFiles files =
                    new RunFiles(directory, new CsvReport(RunOrigin.UNKNOWN), tally, log, () -> 0, warnings::add);
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
    void brieflyFullDiskLosesNoLine() throws IOException {
        RunDirectory directory = directory();
        IterationResult figures = SampleCells.measured(FIRST, 1, 1);
        IterationResult failure = SampleCells.failed(SECOND, 1, "the server died");
        Path file = Files.createFile(directory.path().resolve(ResultsLog.FILE_NAME));
        FillingFile disk = new FillingFile(file);

        try (ResultsLog log = new ResultsLog(file, disk, PLAN, Dimension.ALL)) {
            RunFiles files =
                    new RunFiles(directory, new CsvReport(RunOrigin.UNKNOWN), tally, log, () -> 0, warnings::add);
            disk.full = true;
            files.iterationEnded(figures);
            files.iterationEnded(failure);
            assertThat(file).isEmptyFile();
            assertThat(warnings)
                    .containsExactly("cannot write %s: No space left on device; tried again after the next iteration"
                            .formatted(file));
            disk.full = false;
            files.iterationEnded(figures);
            assertThat(Files.readAllLines(file))
                    .hasSize(3)
                    .element(1)
                    .asString()
                    .contains("the server died");
            assertThat(warnings).hasSize(2).last().isEqualTo("%s is complete again".formatted(file));

            disk.full = true;
            files.iterationEnded(figures);
            assertThat(Files.readAllLines(file)).hasSize(3);
            disk.full = false;
            assertThat(files.finish(RunResult.of(PLAN, List.of(figures), false)))
                    .isEmpty();
        }
        assertThat(Files.readAllLines(file)).hasSize(5).allMatch(line -> line.endsWith("}"));
    }

    /** Takes half of what is written as long as its disk is full. */
    private static final class FillingFile extends RandomAccessFile {
        private boolean full;

        FillingFile(Path file) throws IOException {
            super(file.toFile(), "rw");
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            super.write(bytes, 0, full ? bytes.length / 2 : bytes.length);
            if (full) {
                throw new IOException("No space left on device");
            }
        }
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
                    new CsvReport(RunOrigin.UNKNOWN).write(result, directory.newestTable());
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
