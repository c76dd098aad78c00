package org.ipcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.plan.RunEstimate.IterationTimes;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.ListedTransport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.ArrivalPattern;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;
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
        assertNear(recorded(run), percent);
    }

    @Test
    void wakeUpsAcrossCpusScatterAndAreExpectedToGetExtraTime() {
        Cell unpinned = Cell.of(ListedTransport.of("fast"), new PingPong(period(500), 1024));

        assertThat(IterationTimes.addedShare(plan(List.of(FAST)))).isZero();
        assertThat(IterationTimes.addedShare(plan(List.of(FAST, unpinned)))).isEqualTo(0.4);
        assertThat(IterationTimes.addedShare(plan(List.of(load("fast"))))).isZero();
    }

    private static void assertNear(List<Recorded> iterations, double percent) {
        Plan plan = new Plan(iterations.stream().map(Recorded::cell).distinct().toList(), 5, WARM_UP_NANOS, 1);
        assertThat(plan.meterNanos()).isEqualTo(METER_NANOS);
        double estimated = iterations.stream()
                .mapToDouble(iteration -> IterationTimes.seconds(iteration.cell(), plan))
                .sum();
        double took = iterations.stream()
                .mapToDouble(iteration -> iteration.breakdown().totalNanos() / 1e9 + 0.03)
                .sum();
        assertThat(estimated).isCloseTo(took, Percentage.withPercentage(percent));
    }

    private record Recorded(Cell cell, Breakdown breakdown) {}

    private static Plan plan(List<Cell> cells) {
        return new Plan(cells, 5, WARM_UP_NANOS, 1);
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

    /** The iterations of a run. */
    private static List<Recorded> recorded(String run) throws IOException {
        List<Recorded> iterations = new ArrayList<>();
        for (String line : lines()) {
            String[] values = line.split(",", -1);
            if (values[0].equals(run)) {
                iterations.add(new Recorded(
                        values[2].equals("load") ? load(values[1]) : latency(values[1]),
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
