package org.ipcbench.plan.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.launch.PausedException;
import org.ipcbench.launch.Peers;
import org.ipcbench.launch.Peers.Task;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.Elimination;
import org.ipcbench.plan.ExtraTime;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.Plan.Earlier;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.SampleLoads;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.result.SampleCells;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Runs with a Java installation that is not there, so that every iteration fails without a JVM being started. */
class RunnerTest {
    private static final PeerSettings LAUNCHER =
            new PeerSettings(new Jvm(Path.of("/nowhere"), "17"), List.of(), "", Duration.ofSeconds(10));
    private static final VariantSettings SETTINGS = VariantSettings.ofOne(LAUNCHER);
    private static final Plan PLAN =
            new Plan(List.of(SampleCells.cell("one", 64), SampleCells.cell("two", 64)), 2, 0, 1);

    /** Enough of them for a round to be slow as a whole. */
    private static final List<Cell> CELLS = Stream.of("a", "b", "c", "d", "e")
            .map(id -> SampleCells.cell(id, 64))
            .toList();

    private static final Plan FIVE_ROUNDS = new Plan(CELLS, 5, 0, 1);

    private final Journal journal = new Journal();
    private long nowNanos;
    private double seconds = 1;

    /** A cell whose compilers are at work unless its warm-up is longer than usual. */
    private @Nullable Cell cold;

    private final List<Long> warmUps = new ArrayList<>();

    @Test
    void failedIterationLeavesTheOthersUnchanged() throws IOException {
        RunResult result = new Runner(SETTINGS, NanoClock.system(), List.of(journal))
                .run(PLAN, new RunTally(PLAN), Earlier.NOTHING);

        assertThat(journal.started).isEqualTo(PLAN.turns());
        assertThat(journal.ended).extracting(IterationResult::turn).isEqualTo(PLAN.turns());
        assertThat(result.interrupted()).isFalse();
        assertThat(result.cells()).extracting(CellResult::status).containsOnly(CellStatus.FAILED);
        assertThat(result.cells())
                .allSatisfy(cell -> assertThat(cell.verdict().text())
                        .startsWith(cell.cell().transport().id() + ": server ")
                        .contains("/nowhere/bin/java"));
    }

    @Test
    void everyVariantIsStartedWithItsOwnSettings() throws IOException {
        Map<Variant, PeerSettings> settings = new LinkedHashMap<>();
        List<Cell> cells = new ArrayList<>();
        for (String label : List.of("old", "new")) {
            Variant variant = new Variant(label);
            settings.put(variant, LAUNCHER.withJvm(new Jvm(Path.of("/nowhere", label), "17")));
            cells.add(SampleCells.cell("one", 64).withVariant(variant));
        }

        Plan plan = new Plan(cells, 2, 0, 1);
        RunResult result = new Runner(new VariantSettings(settings), NanoClock.system(), List.of(journal))
                .run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(result.cells())
                .allSatisfy(cell -> assertThat(cell.verdict().text())
                        .contains("/nowhere/%s/bin/java".formatted(cell.cell().variantName())));
        assertThat(journal.ended)
                .as("both in every round")
                .extracting(each -> each.turn().iteration())
                .containsExactly(1, 1, 2, 2);
    }

    @Test
    void interruptionEndsTheRunAndKeepsEveryCell() throws IOException {
        Thread.currentThread().interrupt();
        RunResult result = new Runner(SETTINGS, NanoClock.system(), List.of(journal))
                .run(PLAN, new RunTally(PLAN), Earlier.NOTHING);

        assertThat(result.interrupted()).isTrue();
        assertThat(result.cells()).extracting(CellResult::status).containsOnly(CellStatus.NOT_MEASURED);
        assertThat(journal.ended).isEmpty();
    }

    @Test
    void resultThatCannotBeWrittenEndsTheRun() {
        RunListener full = new RunListener() {
            @Override
            public void iterationEnded(IterationResult result) throws IOException {
                throw new IOException("disk full");
            }
        };
        Runner runner = new Runner(SETTINGS, NanoClock.system(), List.of(full));

        assertThatThrownBy(() -> runner.run(PLAN, new RunTally(PLAN), Earlier.NOTHING))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
    }

    @Test
    void measurementCountsThoughClosingThePeersFailed() throws IOException {
        IterationResult measured = SampleCells.measured(PLAN.cells().get(0), 1, 1);
        Runner runner = new Runner(
                cell -> new ReadyPeers(measured, "/tmp/x cannot be removed: Device or resource busy"),
                NanoClock.system(),
                List.of(journal));

        RunResult result = runner.run(PLAN, new RunTally(PLAN), Earlier.NOTHING);

        assertThat(result.cells()).extracting(CellResult::status).containsOnly(CellStatus.MEASURED);
        assertThat(result.cells()).noneMatch(CellResult::hasFailures);
        assertThat(journal.warnings)
                .hasSize(PLAN.turns().size())
                .contains("one: measured, but cleaning up failed: /tmp/x cannot be removed: Device or resource"
                        + " busy");
    }

    @Test
    void errorFailsItsIterationAndNamesTheRemedy() throws IOException {
        IterationResult measured = SampleCells.measured(PLAN.cells().get(0), 1, 1);
        Runner.Start start = cell -> {
            if (cell.transportId().equals("one")) {
                throw new OutOfMemoryError("unable to create native thread: possibly out of memory");
            }
            return new ReadyPeers(measured, "");
        };

        RunResult result =
                new Runner(start, NanoClock.system(), List.of(journal)).run(PLAN, new RunTally(PLAN), Earlier.NOTHING);

        assertThat(result.cells())
                .extracting(CellResult::status)
                .containsExactly(CellStatus.FAILED, CellStatus.MEASURED);
        assertThat(result.cells().get(0).verdict().text())
                .startsWith("one: OutOfMemoryError: unable to create native thread")
                .contains("ulimit -u");
    }

    @Test
    void pausedIterationIsRepeatedOnce() throws IOException {
        Runner runner = runner((turn, cell) -> {
            if (turn == 1) {
                throw pause();
            }
            return 1;
        });

        RunResult result = runner.run(PLAN, new RunTally(PLAN), Earlier.NOTHING);

        assertThat(journal.repeated)
                .singleElement()
                .satisfies(paused -> assertThat(paused.failure())
                        .contains("the run was paused for 9.0 s", "; iteration 1 is repeated")
                        .startsWith(journal.ended.get(0).turn().cell().transportId()));
        assertThat(journal.ended).extracting(IterationResult::turn).isEqualTo(PLAN.turns());
        assertThat(result.cells()).noneMatch(CellResult::hasFailures);
        assertThat(result.cells()).allSatisfy(cell -> assertThat(count(cell)).isEqualTo(2));
    }

    @Test
    void iterationThatIsPausedTwiceHasFailed() throws IOException {
        Runner runner = runner((turn, cell) -> {
            if (turn <= 2) {
                throw pause();
            }
            return 1;
        });

        RunResult result = runner.run(PLAN, new RunTally(PLAN), Earlier.NOTHING);

        assertThat(journal.repeated).hasSize(1);
        assertThat(result.cells()).filteredOn(CellResult::hasFailures).hasSize(1);
    }

    @Test
    void undisturbedRunMeasuresNoRoundAgain() throws IOException {
        RunResult result =
                runner((turn, cell) -> 1 + 0.01 * turn).run(FIVE_ROUNDS, new RunTally(FIVE_ROUNDS), Earlier.NOTHING);

        assertThat(journal.started).isEqualTo(FIVE_ROUNDS.turns());
        assertThat(journal.superseded).isEmpty();
        assertThat(journal.warnings).isEmpty();
        assertThat(result.cells()).allSatisfy(cell -> assertThat(count(cell)).isEqualTo(5));
    }

    @Test
    void slowRoundIsMeasuredAgainOnceAndItsRepetitionCounts() throws IOException {
        RunResult result = runner((turn, cell) -> roundOf(turn, FIVE_ROUNDS) == 3 ? 2 : 1)
                .run(FIVE_ROUNDS, new RunTally(FIVE_ROUNDS), Earlier.NOTHING);

        int planned = FIVE_ROUNDS.turns().size();
        assertThat(journal.started.subList(0, planned)).isEqualTo(FIVE_ROUNDS.turns());
        assertThat(journal.started.subList(planned, journal.started.size()))
                .hasSize(CELLS.size())
                .allMatch(turn -> turn.iteration() == 3 && turn.part() == Plan.Part.REPETITION);
        assertThat(journal.superseded).containsExactly("3 PLANNED");
        assertThat(journal.warnings)
                .containsExactly("round 3: its cells ran at 0.50 of their usual rate; measured again");
        assertThat(result.cells()).allSatisfy(cell -> {
            assertThat(cell.summary().orElseThrow().speed().rateOfRound().values().stream()
                            .distinct())
                    .hasSize(1);
            assertThat(count(cell)).isEqualTo(5);
        });
    }

    @Test
    void repetitionThatIsDisturbedAsWellStaysAndIsNamed() throws IOException {
        RunResult result = runner(
                        (turn, cell) -> turn > FIVE_ROUNDS.turns().size() || roundOf(turn, FIVE_ROUNDS) == 2 ? 2 : 1)
                .run(FIVE_ROUNDS, new RunTally(FIVE_ROUNDS), Earlier.NOTHING);

        assertThat(journal.superseded).containsExactly("2 PLANNED");
        assertThat(journal.warnings)
                .containsExactly(
                        "round 2: its cells ran at 0.50 of their usual rate; measured again",
                        "round 2: its cells ran at 0.50 of their usual rate; kept, because it has already been measured again");
        assertThat(result.cells()).allSatisfy(cell -> assertThat(count(cell)).isEqualTo(5));
    }

    @Test
    void oneRoundOfThreeIsMeasuredAgainTheSlowestFirst() throws IOException {
        runner((turn, cell) -> switch (roundOf(turn, FIVE_ROUNDS)) {
                    case 2 -> 1.5;
                    case 4 -> 3;
                    default -> 1;
                })
                .run(FIVE_ROUNDS, new RunTally(FIVE_ROUNDS), Earlier.NOTHING);

        assertThat(journal.superseded).containsExactly("4 PLANNED");
        assertThat(journal.warnings)
                .last()
                .isEqualTo(
                        "round 2: its cells ran at 0.67 of their usual rate; kept, because no more repetitions are allowed");
    }

    @Test
    void interruptedRepetitionDoesNotCount() throws IOException {
        int planned = FIVE_ROUNDS.turns().size();
        RunResult result = runner((turn, cell) -> {
                    if (turn == planned + 2) {
                        Thread.currentThread().interrupt();
                    }
                    return turn <= planned && roundOf(turn, FIVE_ROUNDS) == 3 ? 2 : 1;
                })
                .run(FIVE_ROUNDS, new RunTally(FIVE_ROUNDS), Earlier.NOTHING);

        assertThat(Thread.interrupted()).isFalse();
        assertThat(result.interrupted()).isTrue();
        assertThat(journal.superseded).containsExactly("3 REPETITION");
        assertThat(result.cells()).allSatisfy(cell -> assertThat(count(cell)).isEqualTo(5));
    }

    @Test
    void precisionAddsRoundsUntilEveryCellIsPrecise() throws IOException {
        Plan plan = precise(CELLS, 0.05);
        double[] noise = {1, 1.2, 0.9, 1.15, 0.95};

        RunResult steady = runner((turn, cell) -> 1 + 0.01 * (turn % 2)).run(plan, new RunTally(plan), Earlier.NOTHING);
        assertThat(steady.cells()).allSatisfy(cell -> {
            assertThat(count(cell)).isEqualTo(StoppingRule.Precision.MIN_ROUNDS);
            assertThat(cell.plannedIterations()).isEqualTo(StoppingRule.Precision.MIN_ROUNDS);
        });

        RunResult noisy = runner((turn, cell) -> cell.equals(CELLS.get(0)) ? noise[turn % noise.length] : 1)
                .run(plan, new RunTally(plan), Earlier.NOTHING);
        Summary noisiest = noisy.cells().get(0).summary().orElseThrow();
        assertThat(noisiest.relativeHalfWidth().orElseThrow()).isLessThanOrEqualTo(0.05);
        assertThat(noisy.cells())
                .as("comparisons are made within rounds")
                .allSatisfy(cell ->
                        assertThat(count(cell)).isEqualTo(noisiest.count()).isGreaterThan(6));
    }

    @Test
    void maximumTimeEndsARunThatIsNotPrecise() throws IOException {
        Plan plan = precise(CELLS, 0.001);
        seconds = 30; // a round takes two and a half minutes

        RunResult result = runner((turn, cell) -> 1 + 0.01 * (turn % 3)).run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(result.interrupted()).isFalse();
        assertThat(result.cells()).allSatisfy(cell -> {
            assertThat(count(cell)).isEqualTo(4);
            assertThat(cell.verdict().text()).doesNotContain("interrupted");
        });
        assertThat(journal.warnings)
                .last()
                .asString()
                .isEqualTo("less precise than 0.1 %: 5 of 5 cells when --max-time ended");
    }

    @Test
    void cellWithTwoSpeedsDoesNotKeepARunGoingForEver() throws IOException {
        Plan plan = precise(CELLS, 0.05);

        RunResult result = runner(
                        (turn, cell) -> cell.equals(CELLS.get(0)) && turn % 2 == 0 ? 4 : 1 + 0.001 * (turn % 2))
                .run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(result.cells().get(0).summary().flatMap(Summary::twoSpeeds)).isPresent();
        assertThat(journal.warnings).containsExactly("less precise than 5 %: 1 of 5 cells, which have no interval");
        assertThat(result.cells())
                .allSatisfy(
                        cell -> assertThat(count(cell)).isEqualTo(StoppingRule.Precision.MAX_ROUNDS_WITHOUT_INTERVAL));
    }

    @Test
    void baselineHasNoRowAndSaysWhichShareIsTheHarness() throws IOException {
        Cell baseline = SampleCells.cell(ListedTransport.inProcess("harness"), 64);
        Plan plan = new Plan(CELLS, List.of(baseline), new StoppingRule.FixedRounds(3), 0, 1);

        RunResult result =
                runner((turn, cell) -> cell.equals(baseline) ? 0.05 : 1).run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(journal.started)
                .filteredOn(turn -> turn.cell().equals(baseline))
                .extracting(Plan.Turn::iteration)
                .as("in the first round and in the last one")
                .containsExactly(1, 3);
        assertThat(result.cells()).extracting(CellResult::cell).isEqualTo(CELLS);
        assertThat(result.cells())
                .allSatisfy(cell -> assertThat(cell.harnessShare()).hasValue(0.05));
    }

    @Test
    void baselineThatFailsCostsTheShareAndNothingElse() throws IOException {
        Cell baseline = SampleCells.cell(ListedTransport.inProcess("harness"), 64);
        Plan plan = new Plan(CELLS, List.of(baseline), new StoppingRule.FixedRounds(3), 0, 1);

        RunResult result = runner((turn, cell) -> {
                    if (cell.equals(baseline)) {
                        throw pause();
                    }
                    return 1;
                })
                .run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(journal.warnings)
                .hasSize(2)
                .allSatisfy(warning ->
                        assertThat(warning).startsWith("the harness's share is unknown for some cells: harness: "));
        assertThat(result.cells()).noneMatch(CellResult::hasFailures).allSatisfy(cell -> {
            assertThat(cell.status()).isEqualTo(CellStatus.MEASURED);
            assertThat(cell.harnessShare()).isEmpty();
        });
    }

    @Test
    void wideCellAloneGetsExtraIterations() throws IOException {
        Plan plan = extended(CELLS, Duration.ofHours(1));
        double[] noise = {1, 2, 0.7, 1.6, 0.5, 1.3};

        RunResult result = runner((turn, cell) -> cell.equals(CELLS.get(2)) ? noise[turn % noise.length] : 1)
                .run(plan, new RunTally(plan), Earlier.NOTHING);

        int planned = plan.turns().size();
        assertThat(journal.started.subList(0, planned)).isEqualTo(plan.turns());
        assertThat(journal.started.subList(planned, journal.started.size()))
                .isNotEmpty()
                .allMatch(turn -> turn.cell().equals(CELLS.get(2)) && turn.part() == Plan.Part.EXTRA);
        assertThat(journal.warnings).containsExactly("wide intervals, measuring more iterations: c");
        assertThat(result.cells()).allSatisfy(cell -> {
            assertThat(cell.plannedIterations()).isEqualTo(count(cell));
            assertThat(count(cell)).isEqualTo(cell.cell().equals(CELLS.get(2)) ? journal.started.size() - 12 : 3);
        });
    }

    @Test
    void suspectCellIsMeasuredAgainWithALongerWarmUpAndOnlyThatCounts() throws IOException {
        Plan plan = extended(CELLS, Duration.ofHours(1));
        cold = CELLS.get(1);

        RunResult result = runner((turn, cell) -> turn > plan.turns().size() ? 4 : 1)
                .run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(journal.started.subList(plan.turns().size(), journal.started.size()))
                .containsExactlyInAnyOrder(again(1), again(2), again(3));
        assertThat(journal.warnings).containsExactly("suspect, measured again with a longer warm-up: b");
        assertThat(warmUps).containsOnly(1_000L, 3_000L);
        assertThat(result.cells().get(1).verdict().isDoubtful()).isFalse();
        assertThat(result.cells().get(1).summary().orElseThrow().meanSeconds()).isEqualTo(4);
    }

    @Test
    void extraTimeThatIsInterruptedLeavesThePlannedFigures() throws IOException {
        Plan plan = extended(CELLS, Duration.ofHours(1));
        cold = CELLS.get(1);

        RunResult result = runner((turn, cell) -> {
                    if (turn == plan.turns().size() + 2) {
                        Thread.currentThread().interrupt();
                    }
                    return turn > plan.turns().size() ? 4 : 1;
                })
                .run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(Thread.interrupted()).isFalse();
        assertThat(result.interrupted()).isTrue();
        assertThat(result.cells()).allSatisfy(cell -> {
            assertThat(cell.summary().orElseThrow().meanSeconds()).isEqualTo(1);
            assertThat(cell.verdict().text()).doesNotContain("interrupted");
        });
    }

    @Test
    void extraTimeEndsWithItsLimit() throws IOException {
        Plan plan = extended(CELLS, Duration.ofSeconds(17)); // the planned iterations take 15 s
        cold = CELLS.get(1);

        runner((turn, cell) -> 1).run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(journal.started).as("no room for three more").isEqualTo(plan.turns());
        assertThat(journal.warnings).isEmpty();
    }

    /** The cells scatter, and not all of them at once. */
    @Test
    void resumedRunExtendsOnlyTheCellsForWhichThereIsTime() throws IOException {
        Plan plan = extended(CELLS, Duration.ofSeconds(7)); // three extra iterations of a cell take 3 s
        double[] noise = {1, 2, 0.7};
        RunTally tally = new RunTally(plan);
        plan.turns()
                .forEach(turn -> tally.add(SampleCells.measured(
                        turn.cell(),
                        turn.iteration(),
                        noise[(turn.iteration() + CELLS.indexOf(turn.cell())) % noise.length])));

        runner((turn, cell) -> 1).run(plan, tally, new Earlier(new HashSet<>(plan.turns()), Set.of(), 1_000_000_000));

        assertThat(journal.started).hasSize(6).allMatch(turn -> turn.part() == Plan.Part.EXTRA);
        assertThat(journal.started).extracting(Plan.Turn::cell).containsOnly(CELLS.get(0), CELLS.get(1));
    }

    private static Plan.Turn again(int round) {
        return new Plan.Turn(CELLS.get(1), round, Plan.Part.AGAIN);
    }

    private static Plan extended(List<Cell> cells, Duration longest) {
        return new Plan(cells, List.of(), new ExtraTime(3, longest, 2_000), 1_000, 1);
    }

    @Test
    void eliminationMeasuresTheLeadersFurtherAndNoOther() throws IOException {
        Plan plan = elimination();

        RunResult result = loads(Map.of()).run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(iterations(result)).containsExactly(1, 3, 3, 3, 1);
        assertThat(result.cells())
                .as("a cell that was dropped lacks nothing")
                .allSatisfy(cell -> assertThat(cell.verdict().reasons())
                        .extracting(Reason::kind)
                        .doesNotContain(Reason.Kind.INTERRUPTED));
        assertThat(journal.left).as("what usually comes").containsExactly(5L + 2 * 3, 3L + 3, 3L);
    }

    @Test
    void eliminationEndsWithTheFirstLeaderThatMeetsTheBoundForCertain() throws IOException {
        Plan plan = elimination(SampleLoads.cell("b", 1_000), SampleLoads.cell("c", 1_000));
        RunTally tally = new RunTally(plan);
        for (int round = 1; round <= 2; round++) {
            tally.add(load(plan.cells().get(0), round, Map.of()));
        }

        RunResult result = loads(Map.of()).run(plan, tally, Earlier.NOTHING);

        assertThat(iterations(result)).as("the dearer one is not pursued").containsExactly(3, 1);
    }

    @Test
    void cellThatSpinsIsNotMeasuredBesideCheaperOnesThatQualify() throws IOException {
        Plan plan = elimination(
                SampleLoads.cell("b", 1_000),
                SampleLoads.cell("c", 1_000),
                SampleLoads.cell("d", 1_000),
                SampleLoads.over(ListedTransport.spinning("e"), 1_000));

        RunResult result = loads(Map.of()).run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(plan.turnCount()).isEqualTo(3);
        assertThat(journal.started)
                .extracting(turn -> turn.cell().transportId())
                .doesNotContain("e");
        assertThat(result.cells().get(3).verdict().text())
                .isEqualTo("spins, which costs at least 1000.0 us of CPU a message; cheaper candidates come first");
    }

    @Test
    void cellThatSpinsIsMeasuredIfTheUserNamedItsTransport() throws IOException {
        List<Cell> cells = List.of(
                SampleLoads.cell("b", 1_000),
                SampleLoads.cell("c", 1_000),
                SampleLoads.cell("d", 1_000),
                SampleLoads.over(ListedTransport.spinning("e"), 1_000));
        Elimination rule = new Elimination(5, new LatencyBound(200_000), Set.of("b", "e"));
        Plan plan = new Plan(cells, List.of(), rule, 0, 1);

        RunResult result = loads(Map.of()).run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(plan.turnCount()).isEqualTo(4);
        assertThat(iterations(result)).as("no leader, but named").containsExactly(3, 3, 3, 3);
    }

    @Test
    void cellThatSpinsIsMeasuredOnceItIsALeader() throws IOException {
        Plan plan = elimination(SampleLoads.cell("a", 1_000), SampleLoads.over(ListedTransport.spinning("e"), 1_000));

        RunResult result = loads(Map.of()).run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(iterations(result)).containsExactly(1, 3);
    }

    @Test
    void cellsThatSpinAreMeasuredAtOnceIfThereAreNoOthers() throws IOException {
        Plan plan = elimination(SampleLoads.over(ListedTransport.spinning("e"), 1_000));

        assertThat(iterations(loads(Map.of()).run(plan, new RunTally(plan), Earlier.NOTHING)))
                .containsExactly(3);
        assertThat(plan.turnCount()).isEqualTo(1);
    }

    @Test
    void candidateTakesThePlaceOfALeaderThatFails() throws IOException {
        Plan plan = elimination();

        RunResult result = loads(Map.of("b", 2)).run(plan, new RunTally(plan), Earlier.NOTHING);

        assertThat(iterations(result)).containsExactly(1, 2, 3, 3, 2);
        assertThat(result.cells().get(1).status()).isEqualTo(CellStatus.NOT_REACHED);
    }

    @Test
    void resumedEliminationGoesOnWithTheLeaders() throws IOException {
        Plan plan = elimination();
        RunTally tally = new RunTally(plan);
        plan.cells().forEach(cell -> tally.add(load(cell, 1, Map.of())));
        tally.add(load(plan.cells().get(1), 2, Map.of()));
        Set<Plan.Turn> earlier = new HashSet<>(plan.turns());
        earlier.add(new Plan.Turn(plan.cells().get(1), 2));

        RunResult result = loads(Map.of()).run(plan, tally, new Earlier(earlier, Set.of(), 0));

        assertThat(journal.ended).hasSize(5);
        assertThat(iterations(result)).containsExactly(1, 3, 3, 3, 1);
    }

    private static Plan elimination() {
        return elimination(Stream.of("a", "b", "c", "d", "e")
                .map(id -> SampleLoads.cell(id, 1_000))
                .toArray(Cell[]::new));
    }

    private static Plan elimination(Cell... cells) {
        return new Plan(List.of(cells), List.of(), new Elimination(5, new LatencyBound(200_000)), 0, 1);
    }

    private static List<Integer> iterations(RunResult result) {
        return result.cells().stream().map(RunnerTest::count).toList();
    }

    private Runner loads(Map<String, Integer> failing) {
        Map<Cell, Integer> rounds = new HashMap<>();
        return new Runner(
                cell -> new ReadyPeers(load(cell, rounds.merge(cell, 1, Integer::sum), failing), ""),
                NanoClock.system(),
                List.of(journal));
    }

    /**
     * An iteration of a load. The further back in the alphabet, the dearer; half of the messages of "a" are late.
     *
     * @param failing the round from which on a transport no longer reaches the rate
     */
    private static IterationResult load(Cell cell, int round, Map<String, Integer> failing) {
        String id = cell.transportId();
        double share = round >= failing.getOrDefault(id, Integer.MAX_VALUE) ? 0.2 : 1;
        IterationResult carried = id.equals("a")
                ? SampleLoads.iterations(cell, share, 20_000, 1_000_000).get(round - 1)
                : SampleLoads.iterations(cell, share, 20_000).get(round - 1);
        Measurement measurement = carried.measurement()
                .orElseThrow()
                .draft()
                .costs(new Cost(1_000_000L << (id.charAt(0) - 'a'), 0), Cost.NONE)
                .measurement();
        return SampleCells.measured(cell, round, measurement);
    }

    private static Plan precise(List<Cell> cells, double halfWidth) {
        return new Plan(cells, List.of(), new StoppingRule.Precision(1, halfWidth, Duration.ofMinutes(10)), 0, 1);
    }

    private static PausedException pause() {
        return PausedException.around(new IterationFailedException("the server did not answer"), 9_000_000_000L);
    }

    private static int count(CellResult cell) {
        return cell.summary().orElseThrow().count();
    }

    /** The round of a planned turn; 0 of later ones. */
    private static int roundOf(int turn, Plan plan) {
        List<Plan.Turn> turns = plan.turns();
        return turn <= turns.size() ? turns.get(turn - 1).iteration() : 0;
    }

    /** How long an iteration takes, in seconds. */
    private interface Speed {
        double seconds(int turn, Cell cell) throws PausedException;
    }

    /** Runs without any JVM; turns count from 1. */
    private Runner runner(Speed speed) {
        int[] turns = {0};
        return new Runner(
                cell -> new Peers() {
                    @Override
                    public Measurement measure(Task task, LongConsumer progress) throws PausedException {
                        turns[0]++;
                        nowNanos += Math.round(seconds * 1e9);
                        warmUps.add(task.warmUpNanos());
                        IterationResult result = cell.equals(cold) && task.warmUpNanos() == 1_000
                                ? compiling(cell, speed.seconds(turns[0], cell))
                                : SampleCells.measured(cell, 1, speed.seconds(turns[0], cell));
                        return result.measurement().orElseThrow();
                    }

                    @Override
                    public Breakdown breakdown() {
                        return SampleCells.measured(cell, 1, 1).breakdown().orElseThrow();
                    }

                    @Override
                    public void close() {
                        // nothing was started
                    }
                },
                () -> nowNanos,
                List.of(journal));
    }

    /** Its compilers are at work for half of the time. */
    private static IterationResult compiling(Cell cell, double seconds) {
        Measurement plain = SampleCells.measured(cell, 1, seconds).measurement().orElseThrow();
        Cost compiling = new Cost(
                1_000_000, 0, 0, 0, 0, Cost.KernelCounts.UNKNOWN, new Cost.JvmWork(0, 0, plain.elapsedNanos() / 2));
        return SampleCells.measured(
                cell, 1, plain.draft().costs(compiling, compiling).measurement());
    }

    /** Has measured before it is asked, and may leave something behind. */
    private record ReadyPeers(IterationResult result, String leftOver) implements Peers {
        @Override
        public Measurement measure(Task task, LongConsumer progress) {
            return result.measurement().orElseThrow();
        }

        @Override
        public Breakdown breakdown() {
            return result.breakdown().orElseThrow();
        }

        @Override
        public void close() throws IOException {
            if (!leftOver.isEmpty()) {
                throw new IOException(leftOver);
            }
        }
    }

    /** Remembers what it was told. */
    private static final class Journal implements RunListener {
        private final List<Plan.Turn> started = new ArrayList<>();
        private final List<IterationResult> ended = new ArrayList<>();
        private final List<IterationResult> repeated = new ArrayList<>();
        private final List<String> superseded = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();
        private final List<Long> left = new ArrayList<>();

        @Override
        public void roundStarted(long iterationsLeft) {
            left.add(iterationsLeft);
        }

        @Override
        public void iterationRepeated(IterationResult paused) {
            repeated.add(paused);
        }

        @Override
        public void roundSuperseded(int round, Plan.Part part) {
            superseded.add(round + " " + part);
        }

        @Override
        public void warned(String warning) {
            warnings.add(warning);
        }

        @Override
        public void iterationStarted(Plan.Turn turn) {
            started.add(turn);
        }

        @Override
        public void iterationEnded(IterationResult result) {
            ended.add(result);
        }
    }
}
