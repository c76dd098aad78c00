package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.ipcbench.launch.Breakdown;
import org.ipcbench.placement.Place;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.schedule.ArrivalPattern;
import org.ipcbench.workload.schedule.Pacing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Estimates of iterations whose breakdowns were recorded on two CPUs, with a warm-up of at most a second. */
class IterationTimesTest {
    private static final long WARM_UP_NANOS = 1_000_000_000;
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
        List<TimedIteration> first = recorded(run, 1, 1);
        IterationTimes learned = IterationTimes.learnedFrom(first);

        assertNear(learned, recorded(run, 2, 5), percent);
        assertThat(learned.know(plan(cellsOf(first)))).isTrue();
    }

    @Test
    void unknownCellsTakeAsManyTimesTheUsualTimeAsKnownOnes() {
        Plan plan = plan(List.of(latency("other")));
        IterationTimes slow = IterationTimes.learnedFrom(
                List.of(new TimedIteration(FAST, WARM_UP_NANOS, 0, twice(outside(IterationTimes.USUAL, FAST)))));

        assertThat(slow.know(plan)).isFalse();
        assertThat(outside(slow, latency("other"))).isCloseTo(2 * outside(IterationTimes.USUAL, FAST), within(0.01));
    }

    @Test
    void iterationsWithAnotherWarmUpTellNothingAboutThisOne() {
        IterationTimes brief = IterationTimes.learnedFrom(
                List.of(new TimedIteration(FAST, WARM_UP_NANOS / 10, 0, new Breakdown(0, 0, 0, 1, 0))));

        assertThat(brief.know(plan(List.of(FAST)))).isFalse();
    }

    @Test
    void messagesTakeAsLongAsTheyTook() {
        Cell counted = new Cell(
                ListedTransport.of("fast"),
                new Workload.PingPong(new Extent.Count(1_000), 64),
                Cell.DEFAULT_BUFFER,
                SAME_CPU);
        IterationTimes learned = IterationTimes.learnedFrom(
                List.of(new TimedIteration(counted, WARM_UP_NANOS, 0, new Breakdown(0, 0, 0, 7_000_000_000L, 0))));
        Cell more = new Cell(
                ListedTransport.of("fast"),
                new Workload.PingPong(new Extent.Count(2_000), 64),
                Cell.DEFAULT_BUFFER,
                SAME_CPU);

        assertThat(learned.seconds(more, plan(List.of(more)))).isBetween(14.0, 14.5);
    }

    private static void assertNear(IterationTimes times, List<TimedIteration> iterations, double percent) {
        Plan plan = plan(cellsOf(iterations));
        double estimated = iterations.stream()
                .mapToDouble(iteration -> times.seconds(iteration.cell(), plan))
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

    private static Breakdown twice(double seconds) {
        return new Breakdown(Math.round(2e9 * seconds), 0, 0, 500_000_000, 0);
    }

    private static Plan plan(List<Cell> cells) {
        return new Plan(cells, 5, WARM_UP_NANOS, 1);
    }

    private static List<Cell> cellsOf(List<TimedIteration> iterations) {
        return iterations.stream().map(TimedIteration::cell).distinct().toList();
    }

    private static Cell latency(String transport) {
        return new Cell(
                ListedTransport.of(transport), new Workload.PingPong(period(500), 1024), Cell.DEFAULT_BUFFER, SAME_CPU);
    }

    private static Cell load(String transport) {
        return new Cell(
                ListedTransport.of(transport),
                new Workload.Load(
                        period(1000), 800, Payload.TOUCHED, 50_000, new ArrivalPattern.Constant(), Pacing.SLEEP),
                Cell.DEFAULT_BUFFER,
                Placement.UNPINNED);
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
                iterations.add(new TimedIteration(
                        cell,
                        WARM_UP_NANOS,
                        50_000_000,
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
