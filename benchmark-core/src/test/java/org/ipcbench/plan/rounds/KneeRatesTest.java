package org.ipcbench.plan.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.plan.rounds.KneeSearch.RateResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often a run without a bound finds the knee within 1.25×, by simulation of a queue on a machine with stalls of 1 to 4 ms: a search, then
 * five iterations at rates around what it found. Near its capacity a queue needs long to catch up after a stall, so that the knee is usually
 * found too low; where the machine stalls most of all, the percentile without load is that of the stalls, and ten times it is never
 * reached. A bound has a better rule, see {@link CapacityRatesTest}. Leaves its table in {@code target/knee-rates.md}.
 */
final class KneeRatesTest {
    private static final int RUNS = 1000;
    private static final int ITERATIONS = 5;
    private static final double[] SHARES = {0.25, 0.5, 0.75, 1, 1.25};
    private static final double CAPACITY_PER_SECOND = 200_000;
    private static final double UNLOADED_SECONDS = 3e-5;
    private static final double PART_SECONDS = 1;
    private static final double BEYOND = 0.01;
    private static final double SHORTEST_STALL_SECONDS = 1e-3;
    private static final double LONGEST_STALL_SECONDS = 4e-3;
    private static final double LEAST_WAIT_SECONDS = 1e-7;

    private static final RatesTable TABLE = new RatesTable("knee-rates.md");

    /** The time that the machine stalls, and how many runs find the knee within 1.25×, in percent. */
    private enum Simulation {
        QUIET(0, 99, 100),
        HARDLY(0.1, 15, 40),
        HALF(0.5, 0, 10),
        ONE(1, 0, 10),
        THREE(3, 90, 100);

        private final double stalledShare;
        private final double least;
        private final double most;

        Simulation(double stalledPercent, double least, double most) {
            stalledShare = stalledPercent / 100;
            this.least = least;
            this.most = most;
        }
    }

    @ParameterizedTest
    @EnumSource
    void kneeIsFoundAsOftenAsDocumented(Simulation simulation) throws Exception {
        double truth = new Machine(0).knee();
        Machine machine = new Machine(simulation.stalledShare);
        int right = 0;
        for (int run = 0; run < RUNS; run++) {
            double found = machine.run();
            right += found >= truth / 1.25 && found <= 1.25 * truth ? 1 : 0;
        }

        double percent = 100.0 * right / RUNS;
        TABLE.add("the knee within 1.25×", "stalls %s %%".formatted(100 * simulation.stalledShare), percent);
        assertThat(percent).isBetween(simulation.least, simulation.most);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    /** A queue with a fixed service time on a machine that stalls. */
    private static final class Machine {
        private final double stalledShare;
        private final SplittableRandom random = new SplittableRandom(20_230_815);

        Machine(double stalledShare) {
            this.stalledShare = stalledShare;
        }

        /** The knee by a search and the run after it. */
        double run() throws IterationFailedException, InterruptedException {
            double around = new KneeSearch(this::attempt)
                    .find()
                    .map(found -> (double) found.perSecond())
                    .orElse((double) KneeSearch.UNLOADED_PER_SECOND);
            double limit = KneeSearch.MAX_RATIO_TO_UNLOADED * repeated((double) KneeSearch.UNLOADED_PER_SECOND);
            double knee = KneeSearch.UNLOADED_PER_SECOND;
            for (double share : SHARES) {
                if (repeated(share * around) >= limit) {
                    return knee;
                }
                knee = share * around;
            }
            return knee;
        }

        private RateResult attempt(long perSecond) {
            double load = perSecond / CAPACITY_PER_SECOND;
            return load < 1 - stalledShare ? new RateResult(true, p99(load)) : new RateResult(false, 0);
        }

        private double repeated(double perSecond) {
            double load = perSecond / CAPACITY_PER_SECOND;
            return load < 1 - stalledShare
                    ? Sample.of(IntStream.range(0, ITERATIONS).mapToDouble(unused -> p99(load)))
                            .geometricMean()
                    : Double.POSITIVE_INFINITY;
        }

        /** The 99th percentile of an iteration: the tail of M/D/1, which varies, and the stalls of this iteration. */
        private double p99(double load) {
            double[] stalls = stalls();
            double variation = 0.7 + 0.6 * random.nextDouble();
            double low = LEAST_WAIT_SECONDS;
            double high = 2 * LONGEST_STALL_SECONDS;
            while (high > 1.01 * low) {
                double middle = Math.sqrt(low * high);
                if (late(load, middle, stalls, variation) > BEYOND) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return UNLOADED_SECONDS * (0.9 + 0.2 * random.nextDouble()) + high;
        }

        private static double late(double load, double waitSeconds, double[] stalls, double variation) {
            double queued = Math.exp(-2 * (1 - load) / load * waitSeconds * CAPACITY_PER_SECOND);
            double stalled = DoubleStream.of(stalls)
                    .map(stall -> Math.max(0, stall - waitSeconds))
                    .sum();
            return variation * queued + stalled / (1 - load) / PART_SECONDS;
        }

        private double[] stalls() {
            List<Double> stalls = new ArrayList<>();
            for (double at = gap(); at < PART_SECONDS; at += gap()) {
                stalls.add(SHORTEST_STALL_SECONDS
                        + random.nextDouble() * (LONGEST_STALL_SECONDS - SHORTEST_STALL_SECONDS));
            }
            return stalls.stream().mapToDouble(Double::doubleValue).toArray();
        }

        private double gap() {
            double mean = (SHORTEST_STALL_SECONDS + LONGEST_STALL_SECONDS) / 2;
            return -Math.log(1 - random.nextDouble()) * mean / Math.max(1e-12, stalledShare);
        }

        /** The highest rate at which the percentile is below the limit, without stalls. */
        double knee() {
            double low = 0;
            double high = 1;
            for (int i = 0; i < 50; i++) {
                double load = (low + high) / 2;
                double limit = (KneeSearch.MAX_RATIO_TO_UNLOADED - 1) * UNLOADED_SECONDS;
                if (late(load, limit, new double[0], 1) > BEYOND) {
                    high = load;
                } else {
                    low = load;
                }
            }
            return low * CAPACITY_PER_SECOND;
        }
    }
}
