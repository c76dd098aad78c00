package org.ipcbench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.plan.ExtraTime;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.report.RunFiles.EnvironmentFile;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.header.RunIdentity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunMergeTest {
    private static final Cell FAST = SampleCells.cell("fast", 1024);
    private static final Cell SLOW = SampleCells.cell("slow", 1024);
    private static final Cell BASELINE = SampleCells.cell("bare", 1024);
    private static final String ONE = "0a1b2c3d";
    private static final String OTHER = "99887766";

    @TempDir
    private Path place;

    private int runs;

    @Test
    void cellsOfDifferentMachinesStayApart() throws IOException {
        RecordedRun merged =
                merge(run(ONE, Map.of("host", "a"), "17", FAST, 1, 1, 1), run(OTHER, Map.of(), "17", FAST, 2, 2, 2));

        assertThat(merged.result().cells())
                .extracting(cell -> cell.cell().host())
                .containsExactly("a", OTHER);
        assertThat(merged.result().cells())
                .extracting(cell -> cell.summary().orElseThrow().meanSeconds())
                .containsExactly(1.0, 2.0);
        assertThat(merged.result().cells()).allSatisfy(cell -> {
            assertThat(cell.plannedIterations()).isEqualTo(3);
            assertThat(cell.verdict().reasons()).noneMatch(reason -> reason.kind() == Reason.Kind.INTERRUPTED);
        });
        assertThat(merged.remarks()).isEmpty();
    }

    @Test
    void iterationsOfTheSameMachineAddUpAsRoundsOfTheirOwn() throws IOException {
        RecordedRun merged = merge(run(ONE, Map.of(), "17", FAST, 1, 2), run(ONE, Map.of(), "17", FAST, 4, 8, 16));

        CellResult cell = merged.result().cells().get(0);
        assertThat(merged.result().cells()).hasSize(1);
        assertThat(cell.plannedIterations()).isEqualTo(5);
        assertThat(cell.summary().orElseThrow().speed().rateOfRound())
                .containsOnlyKeys(1, 2, 3, 4, 5)
                .hasEntrySatisfying(1, rate -> assertThat(rate).isCloseTo(1024, within(0.1)))
                .hasEntrySatisfying(3, rate -> assertThat(rate).isCloseTo(1024 / 4.0, within(0.1)));
        assertThat(Files.readString(merged.record().file())).contains("\"firstRound\":3,\"rounds\":3");
    }

    @Test
    void extraIterationsAreRoundsLikeOthersAndReplacedOnesAreLeftOut() throws IOException {
        Plan plan = new Plan(List.of(FAST, SLOW), List.of(), new ExtraTime(1, Duration.ofMinutes(1), 1), 0, 1);
        Path extended = run(
                ONE,
                Map.of(),
                plan,
                "17",
                SampleCells.measured(FAST, 1, 1),
                as(Plan.Part.EXTRA, SampleCells.measured(FAST, 2, 1)),
                SampleCells.measured(SLOW, 1, 1),
                as(Plan.Part.AGAIN, SampleCells.measured(SLOW, 1, 4)));

        RecordedRun merged = merge(extended, run(ONE, Map.of(), "17", FAST, 2));

        List<CellResult> cells = merged.result().cells();
        assertThat(cells).extracting(CellResult::plannedIterations).containsExactly(3, 1);
        assertThat(cells.get(0).summary().orElseThrow().speed().rateOfRound()).containsOnlyKeys(1, 2, 3);
        assertThat(cells.get(1).summary().orElseThrow().meanSeconds()).isEqualTo(4);
        assertThat(cells)
                .allSatisfy(cell -> assertThat(cell.verdict().reasons())
                        .noneMatch(reason -> reason.kind() == Reason.Kind.INTERRUPTED));
    }

    @Test
    void cellThatWasMeasuredAgainKeepsItsIterationOfARepeatedRound() throws IOException {
        Plan plan = new Plan(List.of(FAST, SLOW), List.of(), new ExtraTime(1, Duration.ofMinutes(1), 1), 0, 1);
        Path repeated = run(
                ONE,
                Map.of(),
                plan,
                "17",
                List.of(SampleCells.measured(FAST, 1, 9), SampleCells.measured(SLOW, 1, 9)),
                as(Plan.Part.REPETITION, SampleCells.measured(FAST, 1, 1)),
                as(Plan.Part.REPETITION, SampleCells.measured(SLOW, 1, 2)),
                as(Plan.Part.AGAIN, SampleCells.measured(SLOW, 1, 4)));

        List<CellResult> cells =
                merge(repeated, run(ONE, Map.of(), "17", FAST, 1)).result().cells();

        assertThat(cells.get(0).summary().orElseThrow().meanSeconds()).isEqualTo(1);
        assertThat(cells.get(1).summary().orElseThrow().meanSeconds()).isEqualTo(4);
        assertThat(cells.get(1).verdict().reasons()).noneMatch(reason -> reason.kind() == Reason.Kind.INTERRUPTED);
    }

    private static IterationResult as(Plan.Part part, IterationResult result) {
        Plan.Turn turn = new Plan.Turn(result.turn().cell(), result.turn().iteration(), part);
        return new IterationResult(turn, result.measurement(), result.breakdown(), result.failure());
    }

    @Test
    void oneNameOfTwoMachinesIsToldApartByTheirIds() throws IOException {
        Map<String, String> node = Map.of("host", "node");

        RecordedRun merged = merge(run(ONE, node, "17", FAST, 1), run(OTHER, node, "17", FAST, 1));

        assertThat(merged.result().cells())
                .extracting(cell -> cell.cell().host())
                .containsExactly("node (0a1b2c3d)", "node (99887766)");
        assertThat(merged.header().run().labels()).isEqualTo(node);
    }

    @Test
    void otherJvmsOfTheSameMachineAreVariants() throws IOException {
        RecordedRun merged = merge(run(ONE, Map.of(), "17.0.15", FAST, 1), run(ONE, Map.of(), "25.0.1", FAST, 1));

        assertThat(merged.result().cells())
                .extracting(cell -> cell.cell().variantName())
                .containsExactly("JDK 17.0.15", "JDK 25.0.1");
        assertThat(merged.environment().peers().version()).isEqualTo("17.0.15 + 25.0.1");
    }

    @Test
    void baselinesAreShownAndJudgeTheCellsOfTheirMachine() throws IOException {
        Path fastMachine = run(
                ONE,
                Map.of(),
                new Plan(List.of(SLOW), List.of(BASELINE), rounds(1), 0, 1),
                "17",
                SampleCells.measured(SLOW, 1, 10),
                baseline(1));
        Path slowMachine = run(
                OTHER,
                Map.of(),
                new Plan(List.of(SLOW), List.of(BASELINE), rounds(1), 0, 1),
                "17",
                SampleCells.measured(SLOW, 1, 10),
                baseline(5));

        RecordedRun merged = merge(fastMachine, slowMachine);

        assertThat(merged.result().cells())
                .extracting(
                        cell -> cell.cell().transportId() + " " + cell.cell().host())
                .containsExactly("slow 0a1b2c3d", "bare 0a1b2c3d", "slow 99887766", "bare 99887766");
        assertThat(merged.result().cells())
                .allSatisfy(cell -> assertThat(cell.plannedIterations()).isEqualTo(1));
    }

    @Test
    void linesKeepWhatTheirRunsSaid() throws IOException {
        Path first = run(ONE, Map.of(), "17", FAST, 1);
        Path second = run(
                ONE,
                Map.of(),
                new Plan(List.of(SLOW, FAST), rounds(2).minRounds(), 0, 7),
                "17",
                SampleCells.measured(FAST, 1, 3, 2_000, 90_000),
                SampleCells.failed(SLOW, 2, "the server died"));

        RecordedRun merged = merge(first, second);

        assertThat(times(merged.record().file()))
                .containsExactlyElementsOf(Stream.concat(times(file(first)).stream(), times(file(second)).stream())
                        .toList());
        CellResult slow = merged.result().cells().get(1);
        assertThat(slow.cell().transportId()).isEqualTo("slow");
        assertThat(slow.hasFailures()).isTrue();
        assertThat(slow.plannedIterations()).isEqualTo(2);
        assertThat(merged.result().cells().get(0).summary().orElseThrow().count())
                .isEqualTo(2);
    }

    @Test
    void whatCannotBeMergedIsRefusedInOneLine() throws IOException {
        Path run = run(ONE, Map.of(), "17", FAST, 1);
        Path copy = Files.createDirectory(place.resolve("copy"));
        Files.copy(file(run), copy.resolve(ResultsLog.FILE_NAME));
        Files.copy(run.resolve(RecordedRun.ENVIRONMENT), copy.resolve(RecordedRun.ENVIRONMENT));
        Path merged = merge(run, run(ONE, Map.of(), "17", FAST, 1)).directory().orElseThrow();

        assertRefused("one run alone cannot be merged; give two or more", run);
        assertRefused("'%s' and '%s' are the same run; give each run once".formatted(run, copy), run, copy);
        assertRefused(
                "'%s' is a merged run already; give the runs that it was made from".formatted(merged), run, merged);
        assertRefused("'%s' is not found; give".formatted(place.resolve("nowhere")), run, place.resolve("nowhere"));
    }

    private static void assertRefused(String message, Path... runs) {
        assertThatThrownBy(() -> RunMerge.of(List.of(runs), false))
                .isInstanceOf(UnreadableRunException.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContaining("\n");
    }

    private static StoppingRule.FixedRounds rounds(int number) {
        return new StoppingRule.FixedRounds(number);
    }

    private static IterationResult baseline(double seconds) {
        IterationResult measured = SampleCells.measured(BASELINE, 1, seconds);
        return new IterationResult(
                new Plan.Turn(BASELINE, 1, Plan.Part.BASELINE),
                measured.measurement(),
                measured.breakdown(),
                measured.failure());
    }

    private RecordedRun merge(Path... parts) throws IOException {
        RunMerge merge = RunMerge.of(List.of(parts), false);
        Path directory = Files.createDirectory(place.resolve("merged"));
        new EnvironmentFile().write(merge.environment(), directory.resolve(EnvironmentFile.FILE_NAME));
        merge.write(directory.resolve(ResultsLog.FILE_NAME), List.of("merge"));
        assertThat(directory).isDirectoryNotContaining("glob:**.partial");
        return RecordedRun.read(directory);
    }

    /** A run of one cell, each iteration of which took so many seconds. */
    private Path run(String host, Map<String, String> labels, String jvm, Cell cell, double... seconds)
            throws IOException {
        List<IterationResult> results = new ArrayList<>();
        for (double each : seconds) {
            results.add(SampleCells.measured(cell, results.size() + 1, each, 2_000, 3_000));
        }
        Plan plan = new Plan(List.of(cell), seconds.length, 0, 42);
        return run(host, labels, plan, jvm, results.toArray(IterationResult[]::new));
    }

    private Path run(String host, Map<String, String> labels, Plan plan, String jvm, IterationResult... results)
            throws IOException {
        return run(host, labels, plan, jvm, List.of(), results);
    }

    /** A run whose first round was measured again, if it has iterations that are superseded. */
    private Path run(
            String host,
            Map<String, String> labels,
            Plan plan,
            String jvm,
            List<IterationResult> superseded,
            IterationResult... results)
            throws IOException {
        runs++;
        Path directory = Files.createDirectory(place.resolve("run" + runs));
        RunIdentity identity = new RunIdentity(
                "id" + runs, host, "boot", "0.1.0", "1234567", "2026-02-03T04:05:06Z", List.of(), labels, List.of());
        new EnvironmentFile()
                .write(
                        new EnvironmentProbe()
                                .capture(Instant.EPOCH, plan.seed(), new PeerJvm(jvm, 17, List.of()), Map.of()),
                        directory.resolve(EnvironmentFile.FILE_NAME));
        try (ResultsLog log = ResultsLog.create(file(directory), plan, identity, null)) {
            for (IterationResult result : superseded) {
                log.iterationEnded(result);
            }
            for (IterationResult result : results) {
                log.iterationEnded(result);
                if (result.turn().part() == Plan.Part.REPETITION
                        && result.turn().cell().equals(SLOW)) {
                    log.roundSuperseded(1, Plan.Part.PLANNED);
                }
            }
            log.end(plan.iterations(), false);
        }
        return directory;
    }

    private static Path file(Path run) {
        return run.resolve(ResultsLog.FILE_NAME);
    }

    /** When each iteration began and ended. */
    private static List<String> times(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .filter(line -> line.get("record").getAsString().equals("iteration"))
                .map(line -> line.get("startedAt") + " " + line.get("endedAt"))
                .toList();
    }
}
