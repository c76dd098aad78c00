package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.placement.Place;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Load;
import org.ipcbench.workload.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.schedule.ArrivalPattern;
import org.ipcbench.workload.schedule.Pacing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Estimates of iterations whose breakdowns were recorded on two CPUs, with a warm-up of at most a second. */
class IterationTimesTest {
    private static final long WARM_UP_NANOS = 1_000_000_000;
    private static final int METER_NANOS = 50_000_000;
    private static final Placement SAME_CPU =
            new Placement("same-cpu", Optional.of(Place.onCpu(0)), Optional.of(Place.onCpu(0)), "");
    private static final Cell FAST = latency("fast");

    @ParameterizedTest
    @CsvSource({"latency-same-cpu, 15", "load-unpinned, 15"})
    void constantsAreNearToWhatRunsTook(String run, double percent) throws IOException {
        assertNear(IterationTimes.USUAL, recorded(run, 1, 5), percent);
    }

    @ParameterizedTest
    @CsvSource({"latency-same-cpu, 5", "load-unpinned, 5"})
    void timesOfEarlierIterationsAreNearer(String run, double percent) throws IOException {
        IterationTimes learned = IterationTimes.learnedFrom(recorded(run, 1, 1));

        assertNear(learned, recorded(run, 2, 5), percent);
    }

    @Test
    void unknownCellsTakeAsManyTimesTheUsualTimeAsKnownOnes() {
        double usual = outside(IterationTimes.USUAL, FAST);
        TimedIteration twice = timed(FAST, WARM_UP_NANOS, lasting(2 * usual));

        assertThat(outside(IterationTimes.learnedFrom(List.of(twice)), latency("other")))
                .as("one says little")
                .isCloseTo(12.0 / 11 * usual, within(0.01));
        assertThat(outside(IterationTimes.learnedFrom(Collections.nCopies(990, twice)), latency("other")))
                .isCloseTo(1.99 * usual, within(0.01));
    }

    @Test
    void iterationsWithAnotherWarmUpAreNotTheSame() {
        double usual = outside(IterationTimes.USUAL, FAST);
        TimedIteration brief = timed(FAST, WARM_UP_NANOS / 10, lasting(usual / 10));

        assertThat(outside(IterationTimes.learnedFrom(List.of(brief)), FAST)).isGreaterThan(0.9 * usual);
    }

    @Test
    void messagesTakeAsLongAsTheyTook() {
        Cell counted = Cell.of(
                ListedTransport.of("fast"),
                new PingPong(new Extent.Count(1_000), 64),
                CellSettings.USUAL.with(Dimension.PLACEMENT, SAME_CPU));
        IterationTimes learned = IterationTimes.learnedFrom(
                List.of(timed(counted, WARM_UP_NANOS, new Breakdown(0, 0, 0, 7_000_000_000L, 0))));
        Cell more = Cell.of(
                ListedTransport.of("fast"),
                new PingPong(new Extent.Count(2_000), 64),
                CellSettings.USUAL.with(Dimension.PLACEMENT, SAME_CPU));

        assertThat(learned.seconds(more, plan(List.of(more)))).isBetween(14.0, 14.5);
    }

    @Test
    void runsThatMayAddTimeAreExpectedToAddAsMuchAsBefore() {
        Plan plan = plan(List.of(FAST)).stoppedBy(new ExtraTime(5, Duration.ofMinutes(1), 0));
        Breakdown second = new Breakdown(500_000_000, 0, 0, 500_000_000, 0);
        Breakdown longer = new Breakdown(1_500_000_000, 0, 0, 500_000_000, 0);
        Plan fixed = plan(List.of(FAST));
        IterationTimes learned = IterationTimes.learnedFrom(List.of(
                new TimedIteration(plan, new Plan.Turn(FAST, 1), second),
                new TimedIteration(plan, new Plan.Turn(FAST, 2), second),
                new TimedIteration(plan, new Plan.Turn(FAST, 3), second),
                new TimedIteration(plan, new Plan.Turn(FAST, 4), second),
                new TimedIteration(plan, new Plan.Turn(FAST, 1, Plan.Part.AGAIN), longer),
                new TimedIteration(fixed, new Plan.Turn(FAST, 1), second)));
        RunEstimate planned = RunEstimate.of(fixed, 0, learned);
        RunEstimate extended = RunEstimate.of(plan, 0, learned);

        assertThat(planned.round())
                .as("a longer warm-up says nothing about the usual one")
                .hasMillis(1_030);
        assertThat(extended.time().toMillis() / (double) planned.time().toMillis())
                .as("two of four seconds")
                .isCloseTo(1.5, within(0.01));
        assertThat(extended.longest()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void wakeUpsAcrossCpusScatterAndAreExpectedToGetExtraTime() {
        Cell unpinned = Cell.of(ListedTransport.of("fast"), new PingPong(period(500), 1024));

        assertThat(IterationTimes.USUAL.addedShare(plan(List.of(FAST)))).isZero();
        assertThat(IterationTimes.USUAL.addedShare(plan(List.of(FAST, unpinned))))
                .isEqualTo(0.4);
        assertThat(IterationTimes.USUAL.addedShare(plan(List.of(load("fast"))))).isZero();
    }

    private static TimedIteration timed(Cell cell, long warmUpNanos, Breakdown breakdown) {
        Plan plan = new Plan(List.of(cell), 30, warmUpNanos, 1);
        assertThat(plan.meterNanos()).isEqualTo(METER_NANOS);
        return new TimedIteration(plan, new Plan.Turn(cell, 1), breakdown);
    }

    private static void assertNear(IterationTimes times, List<TimedIteration> iterations, double percent) {
        Plan plan = plan(cellsOf(iterations));
        double estimated = iterations.stream()
                .mapToDouble(iteration -> times.seconds(iteration.turn().cell(), plan))
                .sum();
        double took = iterations.stream()
                .mapToDouble(iteration -> iteration.breakdown().totalNanos() / 1e9 + 0.03)
                .sum();
        assertThat(estimated).isCloseTo(took, Percentage.withPercentage(percent));
    }

    private static double outside(IterationTimes times, Cell cell) {
        Plan plan = plan(List.of(cell));
        return times.seconds(cell, plan) - plan.meterNanos() / 1e9 - 0.5 - 0.03;
    }

    /** Half a second measured, and this time outside. */
    private static Breakdown lasting(double outsideSeconds) {
        return new Breakdown(Math.round(1e9 * outsideSeconds) + METER_NANOS, 0, 0, 500_000_000, 0);
    }

    private static Plan plan(List<Cell> cells) {
        return new Plan(cells, 5, WARM_UP_NANOS, 1);
    }

    private static List<Cell> cellsOf(List<TimedIteration> iterations) {
        return iterations.stream()
                .map(iteration -> iteration.turn().cell())
                .distinct()
                .toList();
    }

    private static Cell latency(String transport) {
        return Cell.of(
                ListedTransport.of(transport),
                new PingPong(period(500), 1024),
                CellSettings.USUAL.with(Dimension.PLACEMENT, SAME_CPU));
    }

    private static Cell load(String transport) {
        return Cell.of(
                ListedTransport.of(transport),
                new Load(period(1000), 800, Payload.TOUCHED, 50_000, new ArrivalPattern.Constant(), Pacing.SLEEP));
    }

    private static Extent.Period period(long millis) {
        return new Extent.Period(Duration.ofMillis(millis).toNanos());
    }

    /** The iterations of a run in these rounds. */
    private static List<TimedIteration> recorded(String run, int firstRound, int lastRound) throws IOException {
        List<TimedIteration> iterations = new ArrayList<>();
        for (String line : lines()) {
            String[] values = line.split(",", -1);
            int round = Integer.parseInt(values[4]);
            if (values[0].equals(run) && round >= firstRound && round <= lastRound) {
                Cell cell = values[2].equals("load") ? load(values[1]) : latency(values[1]);
                iterations.add(timed(
                        cell,
                        WARM_UP_NANOS,
                        new Breakdown(
                                nanos(values[5]),
                                nanos(values[6]),
                                nanos(values[7]),
                                nanos(values[8]),
                                nanos(values[9]))));
            }
        }
        return iterations;
    }

    private static long nanos(String millis) {
        return 1_000_000 * Long.parseLong(millis);
    }

    private static List<String> lines() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(IterationTimesTest.class.getResourceAsStream("breakdowns.csv"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .toList();
        }
    }
}
