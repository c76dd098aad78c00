package org.ipcbench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.measure.result.ClientFigures;
import org.ipcbench.measure.result.Iteration;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.ExtraTime;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.Plan.Earlier;
import org.ipcbench.plan.RunProgress.CellProgress;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.SummaryText.RunText;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.line.SealedLine;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Serving;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedRunTest {
    private static final Cell FAST = SampleCells.cell("fast", 1024);
    private static final Cell SLOW = SampleCells.cell("slow", 1024);
    private static final Cell BASELINE = SampleCells.cell("bare", 1024);
    private static final Cell LOADED = SampleLoads.cell("fast", 10_000);
    private static final Plan PLAN =
            new Plan(List.of(FAST, SLOW), List.of(BASELINE), new StoppingRule.FixedRounds(3), 0, 42);
    private static final Plan LOADS = new Plan(List.of(LOADED, SampleLoads.cell("fast", 20_000)), 3, 0, 42);

    private final RunTally tally = new RunTally(PLAN);

    @TempDir
    private Path directory;

    private Path file = Path.of("");

    @BeforeEach
    void describeTheEnvironment() throws IOException {
        file = directory.resolve(ResultsLog.FILE_NAME);
        new EnvironmentFile()
                .write(
                        new EnvironmentProbe()
                                .capture(Instant.EPOCH, 42, new PeerJvm("17.0.15", 17, List.of("-Xmx1m")), Map.of()),
                        directory.resolve(EnvironmentFile.FILE_NAME));
    }

    @Test
    void runFromDiskEqualsTheFreshOne() throws IOException {
        RunResult fresh = run(measured(FAST, 1, 1), measured(SLOW, 1, 2), failed(SLOW, 2), measured(FAST, 2, 1.1));

        RecordedRun recorded = RecordedRun.read(directory);

        assertThat(text(recorded.result(), recorded)).isEqualTo(text(fresh, recorded));
        assertThat(csv(recorded.result())).isEqualTo(csv(fresh));
        assertThat(recorded.remarks()).isEmpty();
        assertThat(recorded.header().run()).isEqualTo(SampleIdentity.RUN);
        assertThat(recorded.header().seed()).isEqualTo(42);
        assertThat(recorded.environment().peers().version()).isEqualTo("17.0.15");
    }

    /** The directory may be a stranger's: a reader of these would wait, or read, without end. */
    @EnabledOnOs(OS.LINUX)
    @ParameterizedTest
    @ValueSource(strings = {"mkfifo", "ln -s /dev/zero", "mkdir", "truncate -s 1G"})
    void environmentThatIsNoFileOfUsualSizeIsRefused(String maker) throws Exception {
        run(measured(FAST, 1, 1));
        Path environment = directory.resolve(EnvironmentFile.FILE_NAME);
        Files.delete(environment);
        List<String> command = new ArrayList<>(List.of(maker.split(" ", -1)));
        command.add(environment.toString());
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();

        assertThatThrownBy(() -> RecordedRun.read(directory))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessage(environment + " is not a file of at most 64 MiB");
    }

    @Test
    void cellsOfSeveralClientsAreTheSameFromDisk() throws IOException {
        Clients threads = new Clients(4, true, Serving.VIRTUAL);
        Cell many = SampleCells.withClients(SampleCells.cell(ListedTransport.shared("fast"), 1024), threads);
        Plan plan = new Plan(List.of(FAST, many), 1, 0, 42);
        RunTally kept = new RunTally(plan);
        try (ResultsLog log = ResultsLog.create(file, plan, SampleIdentity.RUN, null)) {
            IterationResult iteration = SampleCells.measured(
                    many, 1, Iteration.ofClients(new ClientFigures(3, 0, 5, 1, 2), new ClientFigures(4, 0, 6, 1, 2)));
            log.iterationEnded(iteration);
            kept.add(iteration);
        }

        RecordedRun recorded = RecordedRun.read(directory);

        assertThat(recorded.result().cells().get(1).cell().clients()).isEqualTo(threads);
        assertThat(csv(recorded.result())).isEqualTo(csv(kept.result(false)));
    }

    @Test
    void loadFromDiskEqualsTheFreshOne() throws IOException {
        RunTally loads = new RunTally(LOADS);
        try (ResultsLog log = ResultsLog.create(file, LOADS, SampleIdentity.RUN, null)) {
            for (Cell cell : LOADS.cells()) {
                for (IterationResult result :
                        SampleLoads.iterations(cell, cell.equals(LOADED) ? 1 : 0.7, 2_000, 9_000)) {
                    loads.add(result);
                    log.iterationEnded(result);
                }
            }
            log.end(LOADS.iterations(), false);
        }

        RecordedRun recorded = RecordedRun.read(directory);

        assertThat(text(recorded.result(), recorded))
                .isEqualTo(text(loads.result(false), recorded))
                .contains("arrivals poisson, pacing sleep", "| fast      |     10000 |", "not-reached");
        assertThat(csv(recorded.result())).isEqualTo(csv(loads.result(false)));
        assertThat(recorded.header().plan().cells().get(0).workload()).isEqualTo(LOADED.workload());
    }

    @Test
    void headerNamesTheTurnsInTheirOrder() throws IOException {
        run();

        List<List<Integer>> turns =
                Objects.requireNonNull(RunRecord.read(directory, false).header().turns());

        assertThat(turns).hasSize(3);
        assertThat(turns)
                .element(0)
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(0, 1, 2);
        assertThat(turns.stream().flatMap(List::stream).toList())
                .isEqualTo(PLAN.turns().stream()
                        .map(turn -> List.of(FAST, SLOW, BASELINE).indexOf(turn.cell()))
                        .toList());
    }

    @Test
    void repetitionTakesThePlaceOfItsRoundAndItsFailuresStay() throws IOException {
        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, null)) {
            log.iterationEnded(measured(FAST, 1, 1));
            log.iterationEnded(failed(SLOW, 1));
            log.iterationEnded(repetition(measured(FAST, 1, 4)));
            log.iterationEnded(repetition(measured(SLOW, 1, 4)));
            log.roundSuperseded(1, Plan.Part.PLANNED);
            log.end(1, false);
        }

        List<CellResult> cells = RecordedRun.read(directory).result().cells();

        assertThat(cells.get(0).summary().orElseThrow().meanSeconds()).isEqualTo(4);
        assertThat(cells.get(1).summary().orElseThrow().meanSeconds()).isEqualTo(4);
        assertThat(cells.get(1).hasFailures()).isTrue();
    }

    @Test
    void repetitionThatWasKilledCountsNot() throws IOException {
        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, null)) {
            log.iterationEnded(measured(FAST, 1, 1));
            log.iterationEnded(measured(SLOW, 1, 1));
            log.iterationEnded(repetition(measured(FAST, 1, 4)));
        }

        RecordedRun recorded = RecordedRun.read(directory);

        assertThat(recorded.result().cells().get(0).summary().orElseThrow().meanSeconds())
                .isEqualTo(1);
        assertThat(recorded.result().interrupted()).isTrue();
        assertThat(recorded.remarks()).containsExactly("the run has not ended: it was killed, or is still running");
    }

    @Test
    void cellThatWasMeasuredAgainInEveryRoundCountsWithNothingElse() throws IOException {
        Plan plan = PLAN.stoppedBy(new ExtraTime(3, Duration.ofMinutes(5), 1_000));
        RunTally fresh = new RunTally(plan);
        try (ResultsLog log = ResultsLog.create(file, plan, SampleIdentity.RUN, null)) {
            for (IterationResult result : List.of(
                    measured(FAST, 1, 1),
                    measured(FAST, 2, 1),
                    measured(FAST, 3, 1),
                    measured(SLOW, 1, 2),
                    measured(SLOW, 2, 2),
                    measured(SLOW, 3, 2),
                    as(Plan.Part.EXTRA, measured(SLOW, 4, 2)),
                    as(Plan.Part.AGAIN, measured(FAST, 3, 4)),
                    as(Plan.Part.AGAIN, measured(FAST, 1, 4)),
                    as(Plan.Part.AGAIN, measured(FAST, 2, 4)),
                    as(Plan.Part.AGAIN, measured(SLOW, 1, 9)))) {
                log.iterationEnded(result);
                fresh.add(result);
            }
            log.end(fresh.rounds(), true);
        }

        RecordedRun recorded = RecordedRun.read(directory);

        List<CellResult> cells = recorded.result().cells();
        assertThat(cells.get(0).summary().orElseThrow().meanSeconds()).isEqualTo(4);
        assertThat(cells.get(0).plannedIterations()).isEqualTo(3);
        assertThat(cells.get(1).summary().orElseThrow().meanSeconds())
                .as("one of three rounds replaces nothing")
                .isEqualTo(2);
        assertThat(cells.get(1).plannedIterations()).isEqualTo(4);
        assertThat(csv(recorded.result())).isEqualTo(csv(fresh.result(true)));
        assertThat(recorded.header().plan().stopping()).isEqualTo(plan.stopping());
    }

    @Test
    void resumedRunKnowsWhatWasMeasuredAgain() throws IOException {
        Plan plan = PLAN.stoppedBy(new ExtraTime(3, Duration.ofMinutes(5), 1_000));
        try (ResultsLog log = ResultsLog.create(file, plan, SampleIdentity.RUN, null)) {
            for (int round = 1; round <= 3; round++) {
                log.iterationEnded(measured(FAST, round, 1));
                log.iterationEnded(measured(SLOW, round, 1));
                log.iterationEnded(as(Plan.Part.AGAIN, measured(FAST, round, 4)));
            }
            log.iterationEnded(as(Plan.Part.AGAIN, measured(SLOW, 1, 9)));
        }
        RunRecord record = RunRecord.read(directory, false);
        RunTally resumed = new RunTally(plan);
        record.forEachIteration(plan, resumed::add);
        record.forEachUnfinished(plan, resumed::add);

        Earlier earlier = record.earlier(plan);
        assertThat(earlier.turns())
                .containsAll(plan.turns().stream()
                        .filter(turn -> turn.part() == Plan.Part.PLANNED)
                        .toList());
        assertThat(earlier.countOf(plan)).isEqualTo(6);
        assertThat(earlier.turnNanos())
                .as("three of 4 s, three of 1 s, and 0.75 s around each")
                .isEqualTo(3_250_000_000L);
        assertThat(record.rounds()).isEqualTo(3);
        assertThat(resumed.progress())
                .extracting(CellProgress::isReplaced, CellProgress::againRounds)
                .containsExactly(tuple(true, Set.of(1, 2, 3)), tuple(false, Set.of(1)));
    }

    @Test
    void resumedRecordGoesOnWhereItEnded() throws IOException {
        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, null)) {
            log.iterationEnded(measured(FAST, 1, 1));
            log.iterationEnded(repetition(measured(FAST, 1, 4)));
        }
        Files.writeString(file, "{\"record\":\"iter", StandardOpenOption.APPEND);
        RunRecord record = RunRecord.read(directory, false);
        Earlier earlier = record.earlier(PLAN);
        try (ResultsLog log = ResultsLog.resume(record, RunLock.of(directory), PLAN, SampleIdentity.RUN)) {
            log.iterationEnded(measured(SLOW, 1, 2));
            log.roundSuperseded(1, Plan.Part.PLANNED);
            log.end(1, false);
        }

        RunRecord resumed = RunRecord.read(directory, false);

        assertThat(earlier.turns()).containsExactly(new Plan.Turn(FAST, 1));
        assertThat(resumed.remarks()).isEmpty();
        assertThat(resumed.isInterrupted()).isFalse();
        assertThat(Files.readAllLines(file))
                .filteredOn(line -> line.contains(SealedLine.SUPERSEDED))
                .hasSize(3);
    }

    @Test
    void damagedLastLineIsNoFigure() throws IOException {
        run(measured(FAST, 1, 1), measured(FAST, 2, 1));
        String whole = Files.readString(file, StandardCharsets.ISO_8859_1);
        int last = whole.lastIndexOf("{\"record\":\"iteration\"");
        String line = whole.substring(last, whole.indexOf('\n', last) + 1);
        String damaged = line.replace("\"messages\":1024", "\"messages\":1025");
        assertThat(damaged).isNotEqualTo(line);
        Files.writeString(file, whole.substring(0, last) + damaged, StandardCharsets.ISO_8859_1);

        RecordedRun recorded = RecordedRun.read(directory);

        assertThat(recorded.remarks())
                .containsExactly(
                        "the last line of %s is incomplete and ignored".formatted(file),
                        "the run has not ended: it was killed, or is still running");
        assertThat(recorded.result().cells().get(0).summary().orElseThrow().count())
                .isEqualTo(1);
    }

    @Test
    void tornLastLineIsDroppedAndSaid() throws IOException {
        run(measured(FAST, 1, 1), measured(FAST, 2, 1));
        byte[] whole = Files.readAllBytes(file);
        int end = new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf("{\"record\":\"iteration\"");
        Files.write(file, Arrays.copyOf(whole, end + 200));

        RecordedRun recorded = RecordedRun.read(directory);

        assertThat(recorded.remarks())
                .containsExactly(
                        "the last line of %s is incomplete and ignored".formatted(file),
                        "the run has not ended: it was killed, or is still running");
        assertThat(recorded.result().cells().get(0).summary().orElseThrow().count())
                .isEqualTo(1);
    }

    @Test
    void damagedLineIsNamedAndLeftOutOnDemand() throws IOException {
        run(measured(FAST, 1, 1), measured(FAST, 2, 1));
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.set(1, lines.get(1).replace("\"messages\":1024", "\"messages\":1025"));
        Files.write(file, lines);

        assertThatThrownBy(() -> RecordedRun.read(directory))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessage("%s, line 2: damaged; --ignore damaged uses the other lines".formatted(file));
        RecordedRun salvaged = RecordedRun.read(directory, true);
        assertThat(salvaged.remarks()).containsExactly("%s, line 2: damaged, ignored".formatted(file));
        assertThat(salvaged.result().cells().get(0).summary().orElseThrow().count())
                .isEqualTo(1);
    }

    @Test
    void newerSchemaNamesTheVersionThatIsNeeded() throws IOException {
        run();
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.set(0, lines.get(0).replace("\"schema\":1", "\"schema\":7").replace("\"0.1.0\"", "\"3.2.1\""));
        Files.write(file, lines);

        assertThatThrownBy(() -> RecordedRun.read(directory))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessage(
                        "%s has schema 7, and this version reads schema 1; use version 3.2.1 or later".formatted(file));
    }

    @Test
    void placementOfAnEarlierVersionHasTodaysName() throws IOException {
        run(measured(FAST, 1, 1));
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        String unsealed = lines.get(0).replaceAll(",\"checksum\":.*", "}");
        lines.set(0, SealedLine.seal(unsealed.replace("\"placement\":\"unpinned\"", "\"placement\":\"default\"")));
        Files.write(file, lines);

        RecordedRun recorded = RecordedRun.read(directory);

        assertThat(lines.get(0)).contains("\"placement\":\"default\"");
        assertThat(recorded.result().cells())
                .extracting(cell -> cell.cell().placement())
                .containsOnly(Placement.UNPINNED);
        assertThat(recorded.header().describes(PLAN)).isTrue();
    }

    @Test
    void whatIsNoRunIsRefused() throws IOException {
        Path csv = Files.writeString(directory.resolve("output.csv"), "Name\n");
        assertThatThrownBy(() -> RecordedRun.read(csv))
                .hasMessageStartingWith("'%s' is not a run; give".formatted(csv));
        assertThatThrownBy(() -> RecordedRun.read(directory))
                .hasMessageStartingWith("'%s' is without a results.jsonl; give".formatted(directory));
        Path nowhere = directory.resolve("nowhere");
        assertThatThrownBy(() -> RecordedRun.read(nowhere))
                .hasMessageStartingWith("'%s' is not found".formatted(nowhere));
        Files.writeString(file, "");
        assertThatThrownBy(() -> RecordedRun.read(directory))
                .hasMessage("%s is empty: the run ended before it began to measure".formatted(file));
        Files.writeString(file, "{\"transport\":\"uds\"}\n");
        assertThatThrownBy(() -> RecordedRun.read(directory))
                .hasMessageStartingWith("%s has no header".formatted(file));
    }

    private RunResult run(IterationResult... results) throws IOException {
        try (ResultsLog log = ResultsLog.create(file, PLAN, SampleIdentity.RUN, null)) {
            for (IterationResult result : results) {
                tally.add(result);
                log.iterationEnded(result);
            }
            log.end(PLAN.iterations(), false);
        }
        return tally.result(false);
    }

    private static IterationResult measured(Cell cell, int round, double seconds) {
        return SampleCells.measured(cell, round, seconds, 2_000, 3_000, 90_000);
    }

    private static IterationResult failed(Cell cell, int round) {
        return SampleCells.failed(cell, round, "the server died");
    }

    private static IterationResult repetition(IterationResult planned) {
        return as(Plan.Part.REPETITION, planned);
    }

    private static IterationResult as(Plan.Part part, IterationResult planned) {
        Plan.Turn turn = new Plan.Turn(planned.turn().cell(), planned.turn().iteration(), part);
        return new IterationResult(turn, planned.measurement(), planned.breakdown(), planned.failure());
    }

    private static String text(RunResult result, RecordedRun run) {
        return new RunText(Locale.ROOT, RunConditions.of(run.environment())).of(result);
    }

    private String csv(RunResult result) throws IOException {
        Path table = directory.resolve("table.csv");
        new CsvReport(RunOrigin.UNKNOWN).write(result, table);
        return Files.readString(table);
    }
}
