package org.ipcbench.plan.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.SplittableRandom;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.plan.rounds.KneeSearch.RateResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How far the capacity that a search finds is off, by simulation of a queue on a machine with stalls of 1 to 4 ms. Leaves the table
 * behind docs/validation.md in {@code target/capacity-rates.md}.
 */
final class CapacityRatesTest {
    private static final int SEARCHES = 2000;
    private static final double CAPACITY_PER_SECOND = 200_000;
    private static final double LIMIT_SECONDS = 2e-4;
    private static final double PART_SECONDS = 2;
    private static final double WATCHED_SECONDS = 0.5;
    private static final double SHORTEST_STALL_SECONDS = 1e-3;
    private static final double LONGEST_STALL_SECONDS = 4e-3;
    private static final double MEAN_STALL_SECONDS = (SHORTEST_STALL_SECONDS + LONGEST_STALL_SECONDS) / 2;

    private static final RatesTable TABLE = new RatesTable("capacity-rates.md");

    /** The machine, and how many searches at most may be off by 1.25×, in percent: too high, and too low. */
    private enum Simulation {
        QUIET(0, 1, 1),
        HALF(0.5, 5, 3),
        ONE(1, 5, 10),
        THREE(3, 32, 28);

        private final double stalledShare;
        private final double mostTooHigh;
        private final double mostTooLow;

        Simulation(double stalledPercent, double mostTooHigh, double mostTooLow) {
            stalledShare = stalledPercent / 100;
            this.mostTooHigh = mostTooHigh;
            this.mostTooLow = mostTooLow;
        }
    }

    @ParameterizedTest
    @EnumSource
    void capacityIsFoundAsNearlyAsDocumented(Simulation simulation) throws Exception {
        SplittableRandom random = new SplittableRandom(20_230_815);
        Machine machine = new Machine(simulation.stalledShare, random);
        double truth = machine.capacity();
        double[] found = new double[SEARCHES];
        for (int search = 0; search < SEARCHES; search++) {
            found[search] = machine.search();
        }
        double tooHigh = percent(found, 1.25 * truth, Double.MAX_VALUE);
        double tooLow = percent(found, 0, truth / 1.25);

        String occasion = "stalls %s %%; %.0f tries".formatted(100 * simulation.stalledShare, machine.triesOfASearch());
        TABLE.add("1.25× too high", occasion, tooHigh);
        TABLE.add("1.25× too low", occasion, tooLow);
        assertThat(tooHigh).isLessThanOrEqualTo(simulation.mostTooHigh);
        assertThat(tooLow).isLessThanOrEqualTo(simulation.mostTooLow);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double percent(double[] found, double low, double high) {
        int count = 0;
        for (double rate : found) {
            count += rate >= low && rate < high ? 1 : 0;
        }
        return 100.0 * count / found.length;
    }

    /** A queue with a fixed service time on a machine that stalls. */
    private static final class Machine {
        private final double stalledShare;
        private final SplittableRandom random;
        private double watchedSeconds;
        private double seenLateSeconds;
        private int tries;

        Machine(double stalledShare, SplittableRandom random) {
            this.stalledShare = stalledShare;
            this.random = random;
        }

        double triesOfASearch() {
            return (double) tries / SEARCHES;
        }

        double search() throws IterationFailedException, InterruptedException {
            watchedSeconds = 0;
            seenLateSeconds = 0;
            return new KneeSearch(this::attempt, true)
                    .find()
                    .map(found -> (double) found.perSecond())
                    .orElse(0.0);
        }

        private RateResult attempt(long perSecond) {
            tries++;
            watchedSeconds += WATCHED_SECONDS;
            seenLateSeconds += lateSeconds(WATCHED_SECONDS);
            double load = perSecond / CAPACITY_PER_SECOND;
            if (load >= 1 - stalledShare) {
                return new RateResult(false, 0, 0);
            }
            double late = queued(load) * (0.7 + 0.6 * random.nextDouble())
                    + lateSeconds(PART_SECONDS) / (1 - load) / PART_SECONDS;
            return new RateResult(true, 0, Math.min(1, late) - seenLateSeconds / watchedSeconds);
        }

        /** The rate at which a hundredth of the messages is late without the time of the stalls themselves. */
        double capacity() {
            double low = 0;
            double high = 1 - stalledShare;
            for (int i = 0; i < 50; i++) {
                double load = (low + high) / 2;
                if (queued(load) + expectedLateShare() * load / (1 - load) > LatencyBound.MAX_LATE_SHARE) {
                    high = load;
                } else {
                    low = load;
                }
            }
            return low * CAPACITY_PER_SECOND;
        }

        /** The share of messages that wait for others for too long: the tail of M/D/1. */
        private static double queued(double load) {
            return Math.exp(-2 * (1 - load) / load * LIMIT_SECONDS * CAPACITY_PER_SECOND);
        }

        private double expectedLateShare() {
            return stalledShare * (1 - LIMIT_SECONDS / MEAN_STALL_SECONDS);
        }

        /** The time in which a message that is due is late, within some time. */
        private double lateSeconds(double seconds) {
            double late = 0;
            double at = gap();
            while (at < seconds) {
                late += SHORTEST_STALL_SECONDS
                        + random.nextDouble() * (LONGEST_STALL_SECONDS - SHORTEST_STALL_SECONDS)
                        - LIMIT_SECONDS;
                at += gap();
            }
            return late;
        }

        private double gap() {
            return -Math.log(1 - random.nextDouble()) * MEAN_STALL_SECONDS / Math.max(1e-12, stalledShare);
        }
    }
}
