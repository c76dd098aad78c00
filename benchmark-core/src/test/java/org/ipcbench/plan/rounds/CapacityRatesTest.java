package org.ipcbench.plan.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.plan.rounds.KneeSearch.RateResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How far the capacity that a run finds is off, and how often it is the same within 15 %, by simulation of a queue on a machine with stalls
 * of 1 to 4 ms, which may also be slow in stretches: a search, then five iterations at rates around what it found. The same of the knee,
 * whose bound follows from the latency without load. Beside them an earlier rule, which took what waits after a stall for the transport's,
 * and a measured rate for the capacity. Leaves the table behind docs/validation.md in {@code target/capacity-rates.md}.
 */
final class CapacityRatesTest {
    private static final int RUNS = 1000;
    private static final int ITERATIONS = 5;
    private static final double CAPACITY_PER_SECOND = 200_000;
    private static final LatencyBound GIVEN = new LatencyBound(200_000);

    /** A latency without load, of which the knee's bound is a multiple. */
    private static final double UNLOADED_SECONDS = 3e-5;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PART_SECONDS = 2;
    private static final double WATCHED_SECONDS = 0.5;
    private static final double MAX_UTILIZATION = 0.8;
    private static final double TOLERANCE = 2;
    private static final double SHORTEST_STALL_SECONDS = 1e-3;
    private static final double LONGEST_STALL_SECONDS = 4e-3;
    private static final double SLOWNESS = 1.3;
    private static final double LEAST_SLOW_SHARE = 0.05;
    private static final double MOST_SLOW_SHARE = 0.3;
    private static final double SPOILING = 0.5;
    private static final double MEAN_STALL_SECONDS = (SHORTEST_STALL_SECONDS + LONGEST_STALL_SECONDS) / 2;

    private static final RatesTable TABLE = new RatesTable("capacity-rates.md");

    /**
     * The machine: the time that it stalls, and the iterations that have a slow stretch; how many runs at least are within 15 % of their
     * median, and how many capacities and knees at most are off by 1.25×. All in percent.
     */
    private enum Simulation {
        QUIET(0, 0, 99, 1, 1),
        HARDLY(0.1, 0, 99, 1, 1),
        HALF(0.5, 0, 99, 1, 1),
        ONE(1, 0, 99, 1, 1),
        THREE(3, 0, 99, 1, 1),
        HARDLY_AND_SLOW_AT_TIMES(0.05, 20, 93, 15, 15),
        SLOW_AT_TIMES(0.5, 20, 93, 6, 6),
        OFTEN_SLOW(0.5, 33, 84, 19, 19);

        private final double stalledShare;
        private final double slowIterations;
        private final double leastAlike;
        private final double mostOff;
        private final double mostKneesOff;

        Simulation(double stalledPercent, double slowPercent, double leastAlike, double mostOff, double mostKneesOff) {
            stalledShare = stalledPercent / 100;
            slowIterations = slowPercent / 100;
            this.leastAlike = leastAlike;
            this.mostOff = mostOff;
            this.mostKneesOff = mostKneesOff;
        }
    }

    /** How a run decides about rates. */
    private enum Rule {
        EARLIER(0.25, 0.5, 0.75, 1, 1.25),
        /** As {@link #PRESENT}, but by the mean of the iterations. */
        MEAN(0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5),
        PRESENT(0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5),
        /** As {@link #PRESENT}, without a given bound. */
        KNEE(0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5);

        @SuppressWarnings("ImmutableEnumChecker") // nobody writes it
        private final double[] shares;

        Rule(double... shares) {
            this.shares = shares;
        }
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource
    void capacityIsFoundAsNearlyAsDocumented(Simulation simulation) throws Exception {
        double earlier = alike(found(new Machine(simulation, Rule.EARLIER)));
        Machine machine = new Machine(simulation, Rule.PRESENT);
        double truth = machine.capacity();
        double[] found = found(machine);
        double off = 100 - percent(found, truth / 1.25, 1.25 * truth);
        double offByMean = 100 - percent(found(new Machine(simulation, Rule.MEAN)), truth / 1.25, 1.25 * truth);

        String occasion =
                "stalls %s %%, slow %.0f %%".formatted(100 * simulation.stalledShare, 100 * simulation.slowIterations);
        TABLE.add("within 15 % of the median, earlier", occasion, earlier);
        TABLE.add("within 15 % of the median", occasion, alike(found));
        TABLE.add("1.25× off", "%s; %.0f tries".formatted(occasion, machine.triesOfASearch()), off);
        TABLE.add("1.25× off, by the mean", occasion, offByMean);
        Machine other = new Machine(simulation, Rule.KNEE);
        double knee = other.capacity();
        double kneeOff = 100 - percent(found(other), knee / 1.25, 1.25 * knee);
        TABLE.add("knee 1.25× off", "%s; %.0f tries".formatted(occasion, other.triesOfASearch()), kneeOff);
        assertThat(kneeOff).isLessThanOrEqualTo(simulation.mostKneesOff);
        assertThat(off).isLessThanOrEqualTo(offByMean);
        assertThat(alike(found)).isGreaterThanOrEqualTo(simulation.leastAlike).isGreaterThanOrEqualTo(earlier);
        assertThat(off).isLessThanOrEqualTo(simulation.mostOff);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double[] found(Machine machine) throws IterationFailedException, InterruptedException {
        double[] found = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            found[run] = machine.run();
        }
        return found;
    }

    private static double alike(double[] found) {
        double median =
                DoubleStream.of(found).sorted().skip(RUNS / 2).findFirst().orElseThrow();
        return percent(found, 0.85 * median, 1.15 * median);
    }

    private static double percent(double[] found, double low, double high) {
        return 100.0
                * DoubleStream.of(found)
                        .filter(rate -> rate >= low && rate <= high)
                        .count()
                / found.length;
    }

    /** The lengths of stalls within some time, in seconds. */
    private record Stalls(double seconds, List<Double> lengths) {
        Stalls plus(Stalls others) {
            return new Stalls(
                    seconds + others.seconds,
                    Stream.of(lengths, others.lengths).flatMap(List::stream).toList());
        }

        /** The share of the time in which a message that is due waits for longer than this. */
        double shareBeyond(double waitSeconds) {
            return lengths.stream()
                            .mapToDouble(length -> Math.max(0, length - waitSeconds))
                            .sum()
                    / Math.max(1e-9, seconds);
        }
    }

    /** A queue with a fixed service time on a machine that stalls. */
    private static final class Machine {
        private final double stalledShare;
        private final double slowIterations;
        private final Rule rule;
        private final double unloadedSeconds;
        private final SplittableRandom random = new SplittableRandom(20_230_815);
        private Stalls watched = new Stalls(0, List.of());
        private int tries;

        Machine(Simulation simulation, Rule rule) {
            stalledShare = simulation.stalledShare;
            slowIterations = simulation.slowIterations;
            this.rule = rule;
            unloadedSeconds = rule == Rule.KNEE ? UNLOADED_SECONDS : 0;
        }

        double triesOfASearch() {
            return (double) tries / RUNS;
        }

        /** A measured iteration. */
        private record Iteration(Machine machine, double rate, double variation, Stalls stalls, double inSlowStretch)
                implements RateResult {
            @Override
            public boolean isReached() {
                return rate < CAPACITY_PER_SECOND * (1 - machine.stalledShare);
            }

            @Override
            public double p99Nanos() {
                return NANOS_PER_SECOND * machine.unloaded(List.of(this));
            }

            @Override
            public double lateShare(LatencyBound bound) {
                return late(machine.wait(bound)) - machine.byStalls(rate, machine.wait(bound));
            }

            double late(double waitSeconds) {
                double load = rate / CAPACITY_PER_SECOND;
                return Math.min(
                        1,
                        queued(load, waitSeconds) * variation
                                + stalls.shareBeyond(waitSeconds) / (1 - load)
                                + inSlowStretch);
            }
        }

        /** How long a message may wait for others. */
        private double wait(LatencyBound bound) {
            return (double) bound.nanos() / NANOS_PER_SECOND - unloadedSeconds;
        }

        /** The capacity by a search and the run after it. */
        double run() throws IterationFailedException, InterruptedException {
            Optional<LatencyBound> given = rule == Rule.KNEE ? Optional.empty() : Optional.of(GIVEN);
            watched = new Stalls(0, List.of());
            double around = new KneeSearch(this::attempt, given)
                    .find()
                    .map(found -> (double) found.perSecond())
                    .orElse((double) KneeSearch.UNLOADED_PER_SECOND);
            double[] rates = DoubleStream.concat(
                            DoubleStream.of((double) KneeSearch.UNLOADED_PER_SECOND),
                            DoubleStream.of(rule.shares).map(share -> share * around))
                    .toArray();
            watched = new Stalls(0, List.of());
            List<List<Iteration>> measured = DoubleStream.of(rates)
                    .mapToObj(rate -> Stream.generate(() -> iteration(rate))
                            .limit(ITERATIONS)
                            .toList())
                    .toList();
            LatencyBound bound =
                    given.orElseGet(() -> KneeSearch.boundOfKnee(NANOS_PER_SECOND * unloaded(measured.get(0))));
            double[] late = measured.stream()
                    .mapToDouble(iterations -> usual(iterations, bound))
                    .toArray();
            int carried = 1;
            while (carried < rates.length && late[carried] <= LatencyBound.MAX_LATE_SHARE) {
                carried++;
            }
            if (rule == Rule.EARLIER || carried == rates.length) {
                return rates[carried - 1];
            }
            return LatencyBound.crossing(rates[carried - 1], late[carried - 1], rates[carried], late[carried]);
        }

        private double usual(List<Iteration> iterations, LatencyBound bound) {
            double rate = iterations.get(0).rate();
            if (!iterations.get(0).isReached()) {
                return 1;
            }
            double byStalls = byStalls(rate, wait(bound));
            Sample shares = Sample.of(iterations.stream().mapToDouble(each -> each.late(wait(bound))));
            double part = rule == Rule.PRESENT || rule == Rule.KNEE
                    ? Math.min(1, byStalls / TOLERANCE / (SPOILING * LatencyBound.MAX_LATE_SHARE))
                    : 0;
            return shares.mean() - part * Math.max(0, shares.mean() - shares.median()) - byStalls;
        }

        /** The 99th percentile, in seconds, with as many late messages left out as the stalls explain on average. */
        private double unloaded(List<Iteration> iterations) {
            double low = 0;
            double high = 2 * LONGEST_STALL_SECONDS;
            while (high > low + UNLOADED_SECONDS / 100) {
                double middle = (low + high) / 2;
                double late = iterations.stream()
                        .mapToDouble(each -> each.late(middle))
                        .average()
                        .orElseThrow();
                if (late - watched.shareBeyond(middle) > LatencyBound.MAX_LATE_SHARE) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return unloadedSeconds * (0.9 + 0.2 * random.nextDouble()) + high;
        }

        private RateResult attempt(long perSecond) {
            tries++;
            return iteration((double) perSecond);
        }

        private Iteration iteration(double rate) {
            watched = watched.plus(stalls(WATCHED_SECONDS));
            return new Iteration(
                    this,
                    rate,
                    0.7 + 0.6 * random.nextDouble(),
                    stalls(PART_SECONDS),
                    lateInSlowStretch(rate / CAPACITY_PER_SECOND));
        }

        /** What is late because the machine is slower for a part of the iteration, until what has piled up is worked off. */
        private double lateInSlowStretch(double load) {
            if (random.nextDouble() >= slowIterations) {
                return 0;
            }
            double share = LEAST_SLOW_SHARE + random.nextDouble() * (MOST_SLOW_SHARE - LEAST_SLOW_SHARE);
            double slowLoad = load * SLOWNESS;
            return slowLoad < 1
                    ? share * queued(slowLoad, wait(GIVEN))
                    : share * (1 + (load - 1 / SLOWNESS) / (1 - load));
        }

        /** What the stalls account for, as far as they were seen. */
        private double byStalls(double perSecond, double waitSeconds) {
            double seen = watched.shareBeyond(waitSeconds);
            return rule == Rule.EARLIER
                    ? seen
                    : TOLERANCE * seen / (1 - Math.min(MAX_UTILIZATION, perSecond / CAPACITY_PER_SECOND));
        }

        /** The rate at which a hundredth of the messages is late without the stalls. */
        double capacity() {
            double waitSeconds =
                    rule == Rule.KNEE ? wait(KneeSearch.boundOfKnee(NANOS_PER_SECOND * UNLOADED_SECONDS)) : wait(GIVEN);
            double low = 0;
            double high = 1 - stalledShare;
            for (int i = 0; i < 50; i++) {
                double load = (low + high) / 2;
                if (queued(load, waitSeconds) > LatencyBound.MAX_LATE_SHARE) {
                    high = load;
                } else {
                    low = load;
                }
            }
            return low * CAPACITY_PER_SECOND;
        }

        /** The share of messages that wait for others for too long: the tail of M/D/1. */
        private static double queued(double load, double waitSeconds) {
            return Math.exp(-2 * (1 - load) / load * waitSeconds * CAPACITY_PER_SECOND);
        }

        private Stalls stalls(double seconds) {
            List<Double> lengths = new ArrayList<>();
            for (double at = gap(); at < seconds; at += gap()) {
                lengths.add(SHORTEST_STALL_SECONDS
                        + random.nextDouble() * (LONGEST_STALL_SECONDS - SHORTEST_STALL_SECONDS));
            }
            return new Stalls(seconds, lengths);
        }

        private double gap() {
            return -Math.log(1 - random.nextDouble()) * MEAN_STALL_SECONDS / Math.max(1e-12, stalledShare);
        }
    }
}
