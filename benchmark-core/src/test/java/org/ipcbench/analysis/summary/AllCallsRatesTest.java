package org.ipcbench.analysis.summary;

import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.SimulatedRate;
import org.ipcbench.measure.sample.Recorder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often a percentile of all calls differs so much from the mean over the iterations that the table tells. Latencies scatter by 30 %
 * around the iteration's own median, which scatters as well; one in fifty is longer by an exponential or a heavy tail (of Pareto, with
 * an exponent of 1.5). Leaves its table in {@code target/all-calls-rates.md}.
 */
@Tag("full")
final class AllCallsRatesTest {
    private static final int TRIALS = 100;
    private static final RatesTable TABLE = new RatesTable("all-calls-rates.md");
    private static final double MEDIAN_NANOS = 50_000;
    private static final double TAIL_SHARE = 0.02;
    private static final double DELAY_NANOS = 4e6;

    /** What the calls beyond the usual scatter are longer by, in usual latencies. */
    private enum Tail {
        EXPONENTIAL {
            @Override
            double of(Noise noise) {
                return noise.exponential(2);
            }
        },
        HEAVY {
            @Override
            double of(Noise noise) {
                return Math.pow(noise.upTo(1), -1 / 1.5);
            }
        };

        abstract double of(Noise noise);
    }

    /**
     * A cell.
     *
     * @param samples in each iteration
     * @param variation how the medians of the iterations scatter
     * @param disturbed number of iterations with a disturbance
     * @param delayedShare share of their calls that it delays, by 4 ms on average
     */
    private record Sampled(
            int iterations, int samples, double variation, Tail tail, int disturbed, double delayedShare) {
        CellLatencies latencies(Noise noise) {
            return new CellLatencies(IntStream.range(0, iterations)
                    .mapToObj(i -> iteration(noise, i < disturbed ? delayedShare : 0))
                    .toList());
        }

        private Latencies iteration(Noise noise, double delayed) {
            Histogram histogram = new Recorder().latencies();
            double median = MEDIAN_NANOS * noise.rate(variation);
            for (int i = 0; i < samples; i++) {
                double nanos = median * noise.rate(0.3);
                if (noise.chance(TAIL_SHARE)) {
                    nanos += median * tail.of(noise);
                }
                if (noise.chance(delayed)) {
                    nanos += noise.exponential(DELAY_NANOS);
                }
                histogram.recordValue(Math.min(Recorder.MAX_LATENCY_NANOS, Math.round(nanos)));
            }
            return new Latencies(histogram);
        }
    }

    /** What is simulated, between which percentages the table has to tell, and how often it does. */
    private enum Simulation {
        CALM("3 iterations of 1000, medians scatter by 5 %", 0, 1, new Sampled(3, 1_000, 0.05, Tail.EXPONENTIAL, 0, 0)),
        CALM_HEAVY("the same, heavy tail", 0, 3, new Sampled(3, 1_000, 0.05, Tail.HEAVY, 0, 0)),
        CALM_MORE("5 iterations of 10,000, heavy tail", 0, 2, new Sampled(5, 10_000, 0.05, Tail.HEAVY, 0, 0)),
        CALM_TEN("10 iterations of 1000, heavy tail", 0, 3, new Sampled(10, 1_000, 0.05, Tail.HEAVY, 0, 0)),
        SCATTERED("5 iterations of 1000, 20 %, heavy tail", 0, 3, new Sampled(5, 1_000, 0.2, Tail.HEAVY, 0, 0)),
        WILD("5 iterations of 1000, 40 %, heavy tail", 0, 10, new Sampled(5, 1_000, 0.4, Tail.HEAVY, 0, 0)),
        ONE_OF_FOUR("1 of 4 iterations of 2000 delays 5 %", 85, 100, new Sampled(4, 2_000, 0.05, Tail.HEAVY, 1, 0.05)),
        ONE_OF_FOUR_A_LITTLE("the same, 2 %", 60, 100, new Sampled(4, 2_000, 0.05, Tail.HEAVY, 1, 0.02)),
        TWO_OF_FIVE("2 of 5 iterations of 2000 delay 5 %", 95, 100, new Sampled(5, 2_000, 0.05, Tail.HEAVY, 2, 0.05)),
        ALL("all 4 iterations delay 5 %", 0, 5, new Sampled(4, 2_000, 0.05, Tail.HEAVY, 4, 0.05));

        @SuppressWarnings("ImmutableEnumChecker") // without state
        private final SimulatedRate<Noise> rate;

        Simulation(String occasion, double least, double most, Sampled cell) {
            ToDoubleFunction<Noise> percent = noise -> Noise.percent(TRIALS, () -> tells(cell, noise));
            rate = new SimulatedRate<>("all calls differ", occasion, least, most, percent);
        }

        /** Whether the table tells, and if some iterations are disturbed, their number. */
        private static boolean tells(Sampled cell, Noise noise) {
            List<CellLatencies.Disagreement> told = cell.latencies(noise).disagreements();
            return cell.disturbed() % cell.iterations() == 0
                    ? !told.isEmpty()
                    : told.stream().anyMatch(each -> each.disturbed() == cell.disturbed());
        }
    }

    @ParameterizedTest
    @EnumSource
    void tableTellsOfDisturbedIterationsOnly(Simulation simulation) {
        simulation.rate.check(new Noise(), TABLE);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }
}
