package org.ipcbench.plan.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.measure.result.MadeUpMeasurement;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.WorkTime;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How often work of another time than was asked is named, by simulation: times that scatter, some of them with an interrupt. */
final class WorkRatesTest {
    private static final int TRIALS = 200;
    private static final int ITERATIONS = 5;

    /** What is simulated, and between which percentages of the trials the work has to be named. */
    private enum Simulation {
        EXACT(Work.Kind.BUSY, 50_000, 1, 0.02, 1_000, 0, 0),
        EXACT_SHORT(Work.Kind.BUSY, 2_000, 1, 0.03, 1_000, 0, 0),
        EXACT_FEW(Work.Kind.BUSY, 10_000_000, 1, 0.03, 12, 0, 2),
        ONE_PERCENT_OFF(Work.Kind.BUSY, 50_000, 1.01, 0.02, 1_000, 0, 0),
        THREE_PERCENT_MORE(Work.Kind.BUSY, 50_000, 1.03, 0.02, 1_000, 100, 100),
        THREE_PERCENT_LESS(Work.Kind.BUSY, 50_000, 0.97, 0.02, 1_000, 100, 100),
        ANOTHER_CLOCK_RATE(Work.Kind.BUSY, 50_000, 1.3, 0.02, 50, 100, 100),
        LATE_TIMER(Work.Kind.SLEEP, 1_000_000, 1.06, 0.02, 400, 0, 0);

        private final Work.Kind kind;
        private final long nanos;
        private final double factor;
        private final double scatter;
        private final int samples;
        private final int least;
        private final int most;

        Simulation(Work.Kind kind, long nanos, double factor, double scatter, int samples, int least, int most) {
            this.kind = kind;
            this.nanos = nanos;
            this.factor = factor;
            this.scatter = scatter;
            this.samples = samples;
            this.least = least;
            this.most = most;
        }

        private Work work() {
            return new Work(kind, nanos);
        }

        private WorkTime measured(SplittableRandom random) {
            double sum = 0;
            for (int i = 0; i < samples; i++) {
                double bell =
                        Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
                double interrupted = random.nextDouble() < nanos / 4e6 ? 3_000 : 0; // a tick every 4 ms
                sum += nanos * factor * (1 + scatter * bell) + interrupted;
            }
            return new WorkTime(samples, sum / samples);
        }
    }

    /** A call of 80 us: 7.8 % of 20 us of work are 2 % of it, 30 % of 50 us are 19 %. */
    @ParameterizedTest
    @CsvSource({"20000, 0.922, VALID", "50000, 1.03, VALID", "50000, 1.3, SUSPECT", "50000, 0.7, SUSPECT"})
    void workThatHardlyChangesACallIsANote(long nanos, double factor, Verdict.Level level) {
        Cell cell = cell(new Work(Work.Kind.BUSY, nanos));
        RunTally tally = new RunTally(new Plan(List.of(cell), ITERATIONS, 0, 1));
        Histogram calls = new Recorder().latencies();
        calls.recordValueWithCount(80_000, 5_000);
        for (int round = 1; round <= ITERATIONS; round++) {
            tally.add(SampleCells.measured(
                    cell,
                    round,
                    MadeUpMeasurement.of(64, 5_000)
                            .latencyKind(LatencyKind.ROUND_TRIP)
                            .latencies(calls)
                            .working(new WorkTime(1_000, factor * nanos))
                            .measurement()));
        }

        Verdict verdict = tally.result(false).cells().get(0).verdict();
        assertThat(Stream.concat(verdict.reasons().stream(), verdict.notes().stream()))
                .filteredOn(reason -> reason.kind() == Reason.Kind.WORK)
                .singleElement()
                .satisfies(reason -> assertThat(reason.level()).isEqualTo(level));
    }

    private static Cell cell(Work work) {
        return Cell.of(
                ListedTransport.of("post"),
                new PingPong(new Extent.Count(1), Shape.of(64).worked(work), Payload.TOUCHED),
                CellSettings.USUAL.with(
                        Dimension.PLACEMENT, SampleCells.cell("post", 64).placement()));
    }

    @ParameterizedTest
    @EnumSource
    void workIsNamedIfItTakesAnotherTimeThanWasAsked(Simulation simulation) {
        SplittableRandom random = new SplittableRandom(20_230_815);
        Cell cell = cell(simulation.work());
        long named = IntStream.range(0, TRIALS)
                .filter(trial -> isNamed(cell, simulation, random))
                .count();

        assertThat(100.0 * named / TRIALS).isBetween((double) simulation.least, (double) simulation.most);
    }

    private static boolean isNamed(Cell cell, Simulation simulation, SplittableRandom random) {
        RunTally tally = new RunTally(new Plan(List.of(cell), ITERATIONS, 0, 1));
        for (int round = 1; round <= ITERATIONS; round++) {
            tally.add(SampleCells.measured(
                    cell,
                    round,
                    MadeUpMeasurement.of(64, 5_000)
                            .latencyKind(LatencyKind.ROUND_TRIP)
                            .working(simulation.measured(random))
                            .measurement()));
        }
        return tally.result(false).cells().get(0).verdict().reasons().stream()
                .anyMatch(reason -> reason.kind() == Reason.Kind.WORK);
    }
}
