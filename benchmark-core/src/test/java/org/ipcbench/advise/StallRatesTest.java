package org.ipcbench.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ipcbench.advise.MadeUpTrial.TARGET;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.ipcbench.analysis.LatencyBound.Answer;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.result.Iteration;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.ipcbench.measure.sample.Recorder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often the machine's stalls are taken for the transport's, and the reverse, by simulation. Leaves the table behind
 * docs/validation.md in {@code target/stall-rates.md}.
 */
final class StallRatesTest {
    private static final int TRIALS = 100;
    private static final int ITERATIONS = 5;
    private static final int MESSAGES = 20_000;
    private static final double PART_NANOS = 2e9;
    private static final double GAP_NANOS = PART_NANOS / MESSAGES;
    private static final double MEDIAN_NANOS = 20_000;
    private static final double SIGMA = 0.3;
    /** Quantiles of the transport's own latencies, log-normally distributed. */
    private static final double[] OWN_NANOS = ownNanos(4096);

    private static final RatesTable TABLE = new RatesTable("stall-rates.md");

    /** Stalls of 1 to 4 ms. */
    private static final double SHORTEST_STALL_NANOS = 1e6;

    private static final double LONGEST_STALL_NANOS = 4e6;
    private static final double MEAN_STALL_NANOS = (SHORTEST_STALL_NANOS + LONGEST_STALL_NANOS) / 2;

    /** What is simulated, between which percentages it has to happen, and how often it does. */
    private enum Simulation {
        FALSE_FIT_NEVER("a wrong *but for the stalls*", 0, 1, 6.5, 0, 0, Simulation::fitsBut),
        FALSE_FIT_TENTH("a wrong *but for the stalls*", 0.1, 1, 6.5, 0, 4, Simulation::fitsBut),
        FALSE_FIT_QUARTER("a wrong *but for the stalls*", 0.25, 1, 6.5, 0, 4, Simulation::fitsBut),
        FALSE_FIT_THIRD("a wrong *but for the stalls*", 0.35, 1, 6.5, 0, 4, Simulation::fitsBut),
        FALSE_FIT_HALF("a wrong *but for the stalls*", 0.5, 1, 6.5, 0, 4, Simulation::fitsBut),
        FALSE_FIT_ONE("a wrong *but for the stalls*", 1, 1, 6.5, 0, 4, Simulation::fitsBut),
        FALSE_FIT_THREE("a wrong *but for the stalls*", 3, 1, 6.5, 0, 4, Simulation::fitsBut),
        FALSE_FIT_THREE_BRIEFLY("a wrong *but for the stalls*", 3, 1, 1.25, 0, 4, Simulation::fitsBut),
        FALSE_MISS_HALF("a wrong *misses*", 0.5, 0.2, 6.5, 0, 1, Simulation::misses),
        FALSE_MISS_ONE("a wrong *misses*", 1, 0.2, 6.5, 0, 1, Simulation::misses),
        FALSE_MISS_THREE("a wrong *misses*", 3, 0.2, 6.5, 0, 1, Simulation::misses),
        FALSE_MISS_THREE_BRIEFLY("a wrong *misses*", 3, 0.2, 1.25, 0, 2, Simulation::misses),
        FITS_NEVER("it fits, plainly or but for the stalls", 0, 0.2, 6.5, 100, 100, Simulation::fits),
        FITS_HALF("it fits, plainly or but for the stalls", 0.5, 0.2, 6.5, 90, 100, Simulation::fits),
        FITS_ONE("it fits, plainly or but for the stalls", 1, 0.2, 6.5, 60, 100, Simulation::fits),
        FITS_THREE("it fits, plainly or but for the stalls", 3, 0.2, 6.5, 10, 60, Simulation::fits),
        FITS_ONE_BRIEFLY("it fits, plainly or but for the stalls", 1, 0.2, 1.25, 20, 90, Simulation::fits),
        MISSES_NEVER("misses", 0, 2, 6.5, 95, 100, Simulation::misses),
        MISSES_HALF("misses", 0.5, 2, 6.5, 85, 100, Simulation::misses),
        MISSES_ONE("misses", 1, 2, 6.5, 60, 100, Simulation::misses),
        FALSE_MARK("a wrong mark at p99", 0.25, 0.05, 1.25, 0, 5, Simulation::marksP99),
        FALSE_MARK_RARE("a wrong mark at p99.9", 0.025, 0, 1.25, 0, 5, Simulation::marksP999),
        MARK_ONE("a mark at p99", 1, 0.05, 6.5, 90, 100, Simulation::marksP99),
        MARK_ONE_BRIEFLY("a mark at p99", 1, 0.05, 1.25, 50, 90, Simulation::marksP99),
        MARK_THREE("a mark at p99", 3, 0.05, 6.5, 95, 100, Simulation::marksP99),
        MARK_RARE("a mark at p99.9", 0.5, 0, 6.5, 75, 100, Simulation::marksP999);

        private final String what;

        @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
        private final Occasion occasion;

        private final double least;
        private final double most;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final Predicate<Summary> event;

        Simulation(
                String what,
                double stalledPercent,
                double ownLatePercent,
                double metered,
                double least,
                double most,
                Predicate<Summary> event) {
            this.what = what;
            occasion = new Occasion(stalledPercent, ownLatePercent, metered);
            this.least = least;
            this.most = most;
            this.event = event;
        }

        private static boolean fitsBut(Summary summary) {
            return answer(summary) == Answer.MEETS_BUT_FOR_STALLS;
        }

        private static boolean fits(Summary summary) {
            return answer(summary).meets();
        }

        private static boolean misses(Summary summary) {
            return answer(summary) == Answer.MISSES;
        }

        private static boolean marksP99(Summary summary) {
            return marks(summary, 99);
        }

        private static boolean marksP999(Summary summary) {
            return marks(summary, 99.9);
        }

        private static boolean marks(Summary summary, double percentile) {
            return summary.stallEffect()
                    .explains(
                            percentile,
                            summary.latencies().percentileNanos(percentile).orElseThrow());
        }
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource
    void stallsAndTransportsAreToldApartAsOftenAsDocumented(Simulation simulation) {
        SplittableRandom random = new SplittableRandom(20_230_815);
        double percent = Noise.percent(TRIALS, () -> simulation.event.test(simulation.occasion.summary(random)));

        TABLE.add(simulation.what, simulation.occasion.toString(), percent);
        assertThat(percent).as(simulation.name()).isBetween(simulation.least, simulation.most);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    /**
     * Five iterations of a cell whose limit is the target's, on a machine with stalls of 1 to 4 ms.
     *
     * @param stalledPercent percentage of the time that the machine stalls
     * @param ownLatePercent percentage of the messages that the transport alone delays beyond the limit
     * @param metered for how long each CPU was looked at, in seconds
     */
    private record Occasion(double stalledPercent, double ownLatePercent, double metered) {
        Summary summary(SplittableRandom random) {
            List<Measurement> all = new ArrayList<>();
            for (int i = 0; i < ITERATIONS; i++) {
                all.add(iteration(random));
            }
            return Summary.of(all).beside(new MachineStalls(seen(random), seen(random)));
        }

        private Stalls seen(SplittableRandom random) {
            Histogram lengths = new Histogram(Stalls.SIGNIFICANT_DIGITS);
            double nanos = 0;
            while (true) {
                nanos += untilStall(random, stalled() / 2);
                if (nanos > metered * 1e9) {
                    return new Stalls((long) nanos, lengths);
                }
                double length = length(random);
                lengths.recordValue((long) length);
                nanos += length;
            }
        }

        private Measurement iteration(SplittableRandom random) {
            Histogram latencies = new Recorder().latencies();
            double late = ownLatePercent / 100 * (0.7 + 0.6 * random.nextDouble());
            double stallBegins = untilStall(random, stalled());
            double stallEnds = stallBegins + length(random);
            for (int i = 0; i < MESSAGES; i++) {
                double due = i * GAP_NANOS;
                while (due >= stallEnds) {
                    stallBegins = stallEnds + untilStall(random, stalled());
                    stallEnds = stallBegins + length(random);
                }
                double wait = due < stallBegins ? 0 : stallEnds - due;
                latencies.recordValue((long) (wait + own(random, late)));
            }
            return Iteration.of(MESSAGES, 2)
                    .draft()
                    .latencyKind(LatencyKind.INTENDED_ONE_WAY)
                    .latencies(latencies)
                    .offering(
                            new OfferedLoad(MESSAGES, 0, (long) PART_NANOS, 0, Lateness.of(new Recorder().latencies())))
                    .measurement();
        }

        private double own(SplittableRandom random, double late) {
            if (random.nextDouble() < late) {
                return TARGET.p99Nanos() * (1 + random.nextDouble());
            }
            return OWN_NANOS[random.nextInt(OWN_NANOS.length)];
        }

        private static double length(SplittableRandom random) {
            return SHORTEST_STALL_NANOS + random.nextDouble() * (LONGEST_STALL_NANOS - SHORTEST_STALL_NANOS);
        }

        private static double untilStall(SplittableRandom random, double share) {
            return share == 0
                    ? Double.MAX_VALUE / 4
                    : -Math.log(1 - random.nextDouble()) * MEAN_STALL_NANOS * (1 - share) / share;
        }

        private double stalled() {
            return stalledPercent / 100;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "stalls %s %%, own %s %% late, each CPU looked at for %s s",
                    stalledPercent,
                    ownLatePercent,
                    metered);
        }
    }

    private static double[] ownNanos(int quantiles) {
        NormalDistribution bell = NormalDistribution.of(0, SIGMA);
        return IntStream.range(0, quantiles)
                .mapToDouble(i -> MEDIAN_NANOS * Math.exp(bell.inverseCumulativeProbability((i + 0.5) / quantiles)))
                .toArray();
    }

    private static Answer answer(Summary summary) {
        return TARGET.bound().judge(summary);
    }
}
