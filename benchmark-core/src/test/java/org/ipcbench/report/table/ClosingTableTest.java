package org.ipcbench.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.environment.Environment.WakeUp;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.Neighbourhood.Proximity;
import org.ipcbench.measure.result.SampleStalls;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.junit.jupiter.api.Test;

class ClosingTableTest {
    private static final Cell ABSENT =
            SampleCells.cell(ListedTransport.absent("absent", "no antenna", "install one"), 1024);
    private static final Cell BROKEN = SampleCells.cell("broken", 1024);
    private static final RunResult RUN = new RunResult(
            List.of(
                    new CellResult(ABSENT, 1, List.of()),
                    SampleCells.result(SampleCells.cell("slow", 1024), 4),
                    new CellResult(BROKEN, 1, List.of(SampleCells.failed(BROKEN, 1, "the server died"))),
                    SampleCells.result(SampleCells.cell("fast", 1024), 0.25, 1_000),
                    SampleCells.result(SampleCells.cell("brief", 1024), 0.01),
                    SampleCells.result(SampleCells.cell("middling", 1024), 1)),
            false);

    @Test
    void startsWithTheFastestAndEndsWithThoseWithoutFigures() {
        assertThat(rows(Locale.ENGLISH).map(row -> row.get(1)))
                .containsExactly("brief", "fast", "middling", "slow", "absent", "broken");
    }

    @Test
    void unrepeatedFiguresHaveNoRankAndNoInterval() {
        assertThat(table(RUN))
                .contains("| rank | transport | MiB/s | × of best | messages/s | p50 us | p99 us | CPU ns | verdict |")
                .contains("| | fast | 4.000 | 25.00 | 4096 | 1.00 | 1.00 | 366211 | unrepeated |")
                .contains("| | broken | | | | | | | failed |");
    }

    @Test
    void repeatedFiguresHaveAnIntervalAndShareARankWhereTheDataCannotTellThemApart() {
        RunResult run = new RunResult(
                List.of(
                        repeated(SampleCells.cell("slow", 1024), 2, 2.1, 2.05),
                        repeated(SampleCells.cell("even", 1024), 1.01, 1.06, 1.12),
                        repeated(SampleCells.cell("fast", 1024), 1, 1.1, 1.05)),
                false);

        assertThat(table(run))
                .contains("| 1 | fast | 0.954 ± 0.113 | 1 | 977 |")
                .contains("| 1 | even | 0.942 ± 0.121 | 1.01 ± 0.13 | 965 |")
                .contains("| 3 | slow | 0.488 ± 0.030 | 1.95 ± 0.11 | 500 |");
    }

    @Test
    void blankPercentilesSayWhatTheyNeed() {
        Cell cell = SampleCells.roundTrips(ListedTransport.of("fast"), 1024);
        CellResult few = new CellResult(
                cell,
                3,
                IntStream.rangeClosed(1, 3)
                        .mapToObj(round -> SampleCells.sampled(cell, round, 1, 100))
                        .toList());

        assertThat(table(new RunResult(List.of(few), false)))
                .contains("a percentile takes ten samples beyond it in each iteration: p99 10240 messages,"
                        + " p99.9 102400 messages");
    }

    /** Three round trips of about 1 ms and three of about 1.5 ms. */
    @Test
    void roundTripsSayHowManyMicrosecondsTheyTakeLongerThanTheBest() {
        RunResult run = new RunResult(
                List.of(
                        repeated(SampleCells.roundTrips(ListedTransport.of("slow"), 1024), 1.536, 1.54, 1.533),
                        repeated(SampleCells.roundTrips(ListedTransport.of("fast"), 1024), 1.024, 1.0245, 1.0235)),
                false);

        assertThat(table(run))
                .containsPattern("\\| 1 \\| fast \\| 1000 ± 1 \\| 1 \\| 0 \\|")
                .containsPattern("\\| 2 \\| slow \\| 667 ± 4 \\| 1\\.50 ± 0\\.01 \\| \\+500\\.\\d ± 7\\.\\d \\|")
                .doesNotContain("cannot be told apart");
    }

    @Test
    void percentilesThatAreOthersOverAllCallsAreTold() {
        RunResult calm = new RunResult(List.of(tailed(SampleCells.cell("fast", 1024), 43_000, 44_000, 43_000)), false);
        RunResult run = new RunResult(
                List.of(
                        tailed(SampleCells.cell("fast", 1024), 43_000, 43_000, 43_000),
                        tailed(SampleCells.cell("shaken", 1024), 43_000, 2_000_000, 43_000),
                        tailed(SampleCells.cell("mostly", 1024), 43_000, 2_000_000, 2_000_000)),
                false);

        assertThat(table(calm))
                .contains("percentiles are geometric means of the iterations' own")
                .doesNotContain("over all calls");
        assertThat(table(run))
                .contains(
                        "over all calls shaken has p99 2000.9 us, p99.9 2000.9 us: 1 of 3 iterations was disturbed; "
                                + "mostly has p99 2000.9 us, p99.9 2000.9 us: the iterations' own p99 range from 43.0 to 2000.9 us")
                .doesNotContain("fast has");
        assertThat(table(RUN)).doesNotContain("geometric means");
    }

    /** Iterations of a second, in which so many nanoseconds are the latency of each tenth of 1,000 messages; the others take 20 us. */
    private static CellResult tailed(Cell cell, long... nanos) {
        return new CellResult(
                cell,
                nanos.length,
                IntStream.range(0, nanos.length)
                        .mapToObj(i -> SampleCells.measured(
                                cell,
                                i + 1,
                                1 + 0.001 * i,
                                LongStream.concat(
                                                LongStream.generate(() -> 20_000)
                                                        .limit(9),
                                                LongStream.of(nanos[i]))
                                        .toArray()))
                        .toList());
    }

    /** A rate is compared as a share, a time as a time. */
    @Test
    void whatIsNotToldFromTheBestSaysWhatWouldBe() {
        RunResult run = new RunResult(
                List.of(
                        repeated(SampleCells.cell("fast", 1024), 1, 1.1, 1.05, 1.03),
                        repeated(SampleCells.cell("even", 1024), 1.01, 1.06, 1.12, 1.06),
                        repeated(SampleCells.cell("slow", 1024), 9, 9.1, 9.2, 9.1),
                        repeated(SampleCells.roundTrips(ListedTransport.of("quick"), 1024), 1, 1.1, 1.05, 1.03),
                        repeated(SampleCells.roundTrips(ListedTransport.of("swift"), 1024), 1.01, 1.06, 1.12, 1.06)),
                false);

        assertThat(table(run))
                .containsPattern("cannot be told apart from fast: even"
                        + " \\(a difference from \\d+\\.\\d % on would show\\)\\R")
                .containsPattern("cannot be told apart from quick: swift"
                        + " \\(a difference from \\d+\\.\\d us on would show\\)\\R")
                .doesNotContain("Holm");
    }

    /** Each pair of three cells is judged at a third of 5 %. */
    @Test
    void intervalThatExcludesOneWithoutADifferenceInRankIsExplained() {
        double little = Math.exp(0.0505);
        double much = Math.exp(0.1495);
        RunResult run = new RunResult(
                List.of(
                        repeated(SampleCells.cell("fast", 1024), 1, 1, 1, 1),
                        repeated(SampleCells.cell("owl", 1024), little, much, little, much),
                        repeated(SampleCells.cell("post", 1024), much, little, little, much)),
                false);

        assertThat(table(run))
                .containsPattern("\\| 1 \\| owl \\| [^|]+ \\| 1\\.11 ± 0\\.10 \\|")
                .containsPattern(
                        "cannot be told apart from fast: owl \\(a difference from \\d+\\.\\d % on would show\\),"
                                + " post \\(from \\d+\\.\\d % on\\)")
                .contains(
                        "a rank judges all pairs of a table together (Holm, 5 %), so the interval of a single ratio may"
                                + " exclude 1");
    }

    @Test
    void differenceBeyondTenfoldIsNoNumber() {
        RunResult run = new RunResult(
                List.of(
                        repeated(SampleCells.cell("vague", 1024), 1, 5, 9),
                        repeated(SampleCells.cell("fast", 1024), 1, 1, 1)),
                false);

        assertThat(table(run))
                .contains("cannot be told apart from fast: vague (a difference beyond tenfold would show)");
    }

    @Test
    void orderThatContradictsTheMeansIsExplained() {
        CellResult even = repeated(SampleCells.cell("even", 1024), 1, 1, 1);
        CellResult lucky = repeated(SampleCells.cell("lucky", 1024), 1.1, 1.1, 0.4);
        CellResult slow = repeated(SampleCells.cell("slow", 1024), 3, 3, 3);
        String explanation = "each iteration counts with the median of its parts";

        assertThat(table(new RunResult(List.of(even, lucky), false))).containsSubsequence("even", "lucky", explanation);
        assertThat(table(new RunResult(List.of(even, slow), false))).doesNotContain(explanation);

        CellResult steady = repeated(SampleCells.cell("steady", 1024), 1, 1, 1);
        CellResult hardlyFaster = repeated(SampleCells.cell("hardly", 1024), 1.00001, 1.00001, 0.99997);
        assertThat(table(new RunResult(List.of(steady, hardlyFaster), false)))
                .as("the means are shown alike")
                .containsSubsequence("steady | 1.000 ", "hardly | 1.000 ")
                .doesNotContain(explanation);
    }

    @Test
    void comparisonThatSaysLittleShowsBothEndsOfItsInterval() {
        RunResult run = new RunResult(
                List.of(
                        repeated(SampleCells.cell("vague", 1024), 1, 5, 9),
                        repeated(SampleCells.cell("fast", 1024), 1, 1, 1)),
                false);

        assertThat(table(run)).contains("| 1 | vague | 0.437 ± 1.216 | 0.21 to 60.02 |");
    }

    @Test
    void twoSpeedsAreShownWithTheirSharesInsteadOfAnInterval() {
        RunResult run = new RunResult(
                List.of(repeated(SampleCells.roundTrips(ListedTransport.of("torn"), 1024), 1, 1.01, 1.02, 0.25, 0.26)),
                false);

        assertThat(table(run))
                .contains("| 1 | torn | 1014 (60 %) / 4017 (40 %) | 1 |")
                .contains("| suspect |");
    }

    @Test
    void percentileThatTheMachinesStallsExplainIsMarkedAndRaisesNoDoubt() {
        Cell cell = SampleCells.roundTrips(ListedTransport.of("quick"), 1024);
        RunTally tally = new RunTally(new Plan(List.of(cell), 1, 0, 1));
        Measurement plain = SampleCells.measured(cell, 1, 1, 1_000, 1_000, 1_000, 1_000, 9_000_000)
                .measurement()
                .orElseThrow();
        tally.add(SampleCells.measured(
                cell,
                1,
                plain.draft()
                        .conditions(
                                SampleStalls.conditions(SampleStalls.of(1_000_000_000, 15_000_000)),
                                MeasurementConditions.UNKNOWN)
                        .measurement()));
        RunResult run = tally.result(false);

        assertThat(table(run))
                .contains("| 1.00 ± 0.00 | 9003 ± 0 | 9003.0* |")
                .contains(
                        "percentiles with *: at least half of the messages beyond them are late by the machine's own stalls (1.5 % of the time)");
        assertThat(run.cells().get(0).verdict().level()).isEqualTo(Verdict.Level.UNREPEATED);
        assertThat(table(RUN)).doesNotContain("*");
    }

    @Test
    void everySizeHasATableWhoseTitleTellsWhatItsCellsHaveInCommon() {
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(SampleCells.roundTrips(ListedTransport.of("post"), 4096), 1),
                        SampleCells.result(SampleCells.roundTrips(ListedTransport.of("post"), 64), 1)),
                false);
        RunConditions conditions = new RunConditions("17.0.15", List.of(3.28, 2.0, 1.0));

        assertThat(new ClosingTable(Locale.ENGLISH, conditions).of(run).lines())
                .filteredOn(line -> line.startsWith("latency"))
                .containsExactly(
                        "latency, 64 bytes, placement unpinned, measured once, JDK 17.0.15, load average 3.28 at the start, blocking wait:",
                        "latency, 4096 bytes, placement unpinned, measured once, JDK 17.0.15, load average 3.28 at the start, blocking wait:",
                        "latency, the fastest at each size:");
    }

    @Test
    void titleTellsTheWakeUpOfASleepingCpuWherePeersSleepOnTwo() {
        Placement split = new Placement("split-cpu", Optional.empty(), Optional.empty(), "");
        Cell post = SampleCells.cell("post", 1024);
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(post, 1),
                        SampleCells.result(SampleCells.withPlacement(post, split), 2),
                        SampleCells.result(
                                SampleCells.withPlacement(
                                        SampleCells.cell(ListedTransport.spinning("top"), 1024), split),
                                2)),
                false);
        RunConditions conditions =
                new RunConditions("17.0.15", List.of(), Map.of("split-cpu", new WakeUp(41_200, 3_000, "0-1")));

        assertThat(new ClosingTable(Locale.ENGLISH, conditions).of(run).lines())
                .filteredOn(line -> line.startsWith("throughput"))
                .containsExactly(
                        "throughput, 1024 bytes, placement split-cpu, measured once, JDK 17.0.15, a sleeping CPU wakes up in 41 us here, blocking wait:",
                        "throughput, 1024 bytes, placement split-cpu, measured once, JDK 17.0.15, spinning wait:",
                        "throughput, 1024 bytes, placement unpinned, measured once, JDK 17.0.15, blocking wait:");
    }

    @Test
    void cpuTimeThatIsChargedToNobodyIsToldOfTheCellsThatLackMuch() {
        RunResult run = new RunResult(List.of(uncharged("tcp", 153_600_000), uncharged("uds", 5_000_000)), false);

        assertThat(new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN)
                        .of(run)
                        .lines())
                .filteredOn(line -> line.startsWith("CPU ns"))
                .containsExactly(
                        "CPU ns leaves out interrupts, among them the network's work, which this kernel charges to no process; on the peers' CPUs they took, in ns a message: tcp 150000");
    }

    /** A cell with so much time of interrupts, on which the peers spent 375 ms. */
    private static CellResult uncharged(String id, long unchargedNanos) {
        Cell cell = SampleCells.cell(id, 1024);
        MeasurementConditions conditions =
                MeasurementConditions.UNKNOWN.on(new MachineLoad(2, 900_000_000, 0, 0, unchargedNanos), Stalls.UNKNOWN);
        return new CellResult(
                cell,
                1,
                List.of(SampleCells.measured(cell, 1, new Cost(250_000_000, 1 << 10), conditions, Proximity.UNKNOWN)));
    }

    @Test
    void everyPlacementHasATableOfItsOwn() {
        Placement near = new Placement("same-cpu", Optional.empty(), Optional.empty(), "");
        Cell post = SampleCells.cell("post", 1024);
        RunResult run = new RunResult(
                List.of(SampleCells.result(post, 1), SampleCells.result(SampleCells.withPlacement(post, near), 2)),
                false);

        assertThat(table(run))
                .contains("throughput, 1024 bytes, placement same-cpu, measured once", "| | post | 0.500 | 1 |")
                .contains("throughput, 1024 bytes, placement unpinned, measured once", "| | post | 1.000 | 1 |");
    }

    @Test
    void winnersOfEachSizeAreNamedByTheirWayOfWaiting() {
        Transport spinning =
                new ListedTransport("spinning", Availability.available(), Traits.of(WaitStrategy.SPINNING));
        RunResult run = new RunResult(
                List.of(
                        repeated(SampleCells.cell("post", 64), 1, 1.1, 1.05),
                        repeated(SampleCells.cell("even", 64), 1.01, 1.06, 1.12),
                        repeated(SampleCells.cell("slow", 64), 3, 3.1, 3.2),
                        SampleCells.result(SampleCells.cell(spinning, 64), 0.5),
                        repeated(SampleCells.cell("post", 128), 1, 1.1, 1.05),
                        repeated(SampleCells.cell("even", 128), 2, 2.2, 2.1)),
                false);

        assertThat(table(run))
                .contains("| bytes | blocking | spinning |")
                .contains("| 64 | post, even | spinning (unrepeated) |")
                .contains("| 128 | post | |");
    }

    @Test
    void filesAreRankedByTheirSeconds() {
        RunResult files = new RunResult(
                List.of(
                        SampleCells.result(SampleCells.file(ListedTransport.of("slow"), 65536), 4),
                        SampleCells.result(SampleCells.file(ListedTransport.of("fast"), 65536), 0.05)),
                false);

        assertThat(table(files))
                .containsSubsequence(
                        "| rank | transport | s/file | × of best | MiB/s | messages/s | CPU ns | verdict |",
                        "| | fast | 0.050000 | 1 | 20.0 | 320 | 23437500 | suspect |",
                        "| | slow | 4.000000 | 80.00 | 0.250 | 4 | 23437500 | unrepeated |");
        assertThat(doubts(files)).anyMatch(line -> line.contains("measured for only 0.050 s, send a larger file"));
    }

    @Test
    void decimalsFollowTheLocale() {
        assertThat(rows(Locale.GERMANY).filter(row -> row.get(1).equals("fast")))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("4,000", "25,00"));
    }

    @Test
    void everyReasonHasALineBelowTheTableTheGravestFirst() {
        assertThat(doubts(RUN))
                .containsExactly(
                        "absent, 1024 bytes, unavailable: no antenna; install one",
                        "broken, 1024 bytes, failed: the server died",
                        "brief, 1024 bytes, short: measured for only 0.010 s, send more",
                        "all cells, not-repeated: measured once, use -i 3 or more");
    }

    @Test
    void titleThatSaysThatNothingWasRepeatedNeedsNoLine() {
        CellResult once = SampleCells.result(SampleCells.cell("once", 1024), 1);
        CellResult twice = repeated(SampleCells.cell("twice", 1024), 1, 1);
        CellResult often = repeated(SampleCells.cell("often", 64), 1, 1, 1);
        RunResult titled = new RunResult(List.of(once, twice, often), false);
        RunResult mixed = new RunResult(List.of(once, repeated(SampleCells.cell("often", 1024), 1, 1, 1)), false);

        assertThat(table(titled))
                .contains("throughput, 1024 bytes, placement unpinned, measured once or twice, blocking");
        assertThat(doubtsBelow(titled)).isEmpty();
        assertThat(doubtsBelow(RUN)).hasSize(3).noneMatch(line -> line.contains("not-repeated"));
        assertThat(table(mixed)).doesNotContain("measured once");
        assertThat(doubtsBelow(mixed))
                .containsExactly("once, 1024 bytes, not-repeated: measured once, use -i 3 or more");
    }

    @Test
    void equalReasonsAreOneLineWithTheRangeOfTheirNumbers() {
        RunResult run = new RunResult(
                Stream.of("post", "pigeon")
                        .flatMap(id -> Stream.of(1024, 2048, 4096, 8192)
                                .map(size -> SampleCells.result(
                                        SampleCells.cell(id, size), size > 4096 ? 1 : size / 100_000.0)))
                        .toList(),
                false);

        assertThat(doubts(run))
                .containsExactly(
                        "post, pigeon, 1024 to 4096 bytes, short: measured for only 0.010 to 0.041 s, send more",
                        "all cells, not-repeated: measured once, use -i 3 or more");
    }

    @Test
    void scatteredCellsAreCounted() {
        RunResult run = new RunResult(
                Stream.of(512, 1024, 2048, 4096, 8192)
                        .flatMap(size -> Stream.of(
                                repeated(SampleCells.cell("steady", size), 1, 1, 1),
                                repeated(SampleCells.cell("brief-" + size, size), 0.01, 0.01, 0.01)))
                        .toList(),
                false);

        assertThat(doubts(run))
                .singleElement()
                .asString()
                .startsWith("5 of 10 cells, brief-512, brief-1024, brief-2048, brief-4096, brief-8192, short: ");
    }

    @Test
    void reasonsNameThePlacementWhereThereAreSeveralAndItsObstacleOnce() {
        Placement near = new Placement("same-cpu", Optional.empty(), Optional.empty(), "");
        Placement far = new Placement("cross-node", Optional.empty(), Optional.empty(), "cross-node needs two nodes");
        Cell post = SampleCells.withBuffer(SampleCells.cell("post", 1024), 4096);
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(post, 0.01),
                        SampleCells.result(SampleCells.withPlacement(post, near), 0.01),
                        new CellResult(SampleCells.withPlacement(post, far), 1, List.of()),
                        new CellResult(SampleCells.withPlacement(SampleCells.cell("pigeon", 64), far), 1, List.of()),
                        new CellResult(SampleCells.withPlacement(ABSENT, far), 1, List.of())),
                false);

        assertThat(doubts(run))
                .startsWith(
                        "cross-node, unsupported: cross-node needs two nodes",
                        "absent, 1024 bytes, cross-node, unavailable: no antenna; install one",
                        "post, 1024 bytes, buffer 4096, unpinned, same-cpu, short:"
                                + " measured for only 0.010 s, send more");
    }

    @Test
    void validFiguresHaveNoLineBelowTheTable() {
        assertThat(doubts(new RunResult(List.of(repeated(SampleCells.cell("fast", 1024), 1, 1, 1)), false)))
                .isEmpty();
    }

    @Test
    void roundTripsAreRankedByRate() {
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(SampleCells.roundTrips(ListedTransport.of("slow"), 1024), 1.024, 1_000_000),
                        SampleCells.result(SampleCells.roundTrips(ListedTransport.of("fast"), 1024), 0.512, 500_000)),
                false);

        assertThat(table(run))
                .containsSubsequence(
                        "| rank | transport | round trips/s | × of best | extra us | p50 us | p99 us | p99.9 us | CPU ns | verdict |",
                        "| | fast | 2000 | 1 | 0 | 500 ± 0 | 500 ± 0 | 500.2 |",
                        "| | slow | 1000 | 2.00 | +500.0 | 1000 ± 0 | 1000 ± 0 | 1000.4 |");
    }

    @Test
    void spinningTransportsAreRankedApartFromBlockingOnes() {
        Transport spinning =
                new ListedTransport("spinning", Availability.available(), Traits.of(WaitStrategy.SPINNING));
        RunResult run = new RunResult(
                List.of(
                        SampleCells.result(SampleCells.cell(spinning, 1024), 0.25),
                        SampleCells.result(SampleCells.cell("sleeping", 1024), 1)),
                false);

        assertThat(table(run))
                .containsSubsequence(
                        "blocking wait:", "| | sleeping | 1.000 | 1 |", "spinning wait:", "| | spinning | 4.000 | 1 |");
    }

    @Test
    void successRateIsAColumnWhereMessagesGotLost() {
        RunResult run = new RunResult(
                List.of(
                        SampleCells.resultWith(
                                SampleCells.cell(ListedTransport.lossy("pigeon"), 1024), new Losses(1024, 0, 0, 0)),
                        SampleCells.result(SampleCells.cell("post", 1024), 2)),
                false);

        assertThat(table(run))
                .contains("| success % |", " 50.00 | 366211 | unrepeated", " 100.00 | 366211 | unrepeated");
        assertThat(table(RUN)).doesNotContain("success %");
    }

    @Test
    void cpuTimeOfAnAuxiliaryProcessCounts() {
        RunResult run =
                new RunResult(List.of(SampleCells.attended(SampleCells.cell("driven", 1024), 0.5, 62_500_000)), false);

        assertThat(table(run)).contains("| 427246 | unrepeated");
    }

    /** A cell whose iterations took so many seconds. */
    private static CellResult repeated(Cell cell, double... seconds) {
        return new CellResult(
                cell,
                seconds.length,
                IntStream.range(0, seconds.length)
                        .mapToObj(i -> SampleCells.measured(cell, i + 1, seconds[i], 1_000))
                        .toList());
    }

    private static List<String> doubts(RunResult run) {
        return new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN)
                .doubts(run)
                .lines()
                .toList();
    }

    private static List<String> doubtsBelow(RunResult run) {
        return new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN)
                .doubtsBelow(run)
                .lines()
                .toList();
    }

    /** All tables, with single spaces. */
    private static String table(RunResult run) {
        return new ClosingTable(Locale.ENGLISH, RunConditions.UNKNOWN).of(run).replaceAll(" +", " ");
    }

    private static Stream<List<String>> rows(Locale locale) {
        return rows(RUN, locale);
    }

    private static Stream<List<String>> rows(RunResult run, Locale locale) {
        return new ClosingTable(locale, RunConditions.UNKNOWN)
                .of(run)
                .lines()
                .filter(line -> line.startsWith("|"))
                .skip(1)
                .map(line -> Stream.of(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList());
    }
}
