package org.ipcbench.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ipcbench.advise.MadeUpTrial.TARGET;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.Turns;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Iteration;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.ipcbench.plan.Elimination;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.SampleProgress;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.RunTally.Tally;
import org.ipcbench.plan.result.SampleCells;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often rounds of elimination lose the best candidate, or recommend a wrong one, by simulation of whole runs. Leaves the table
 * behind docs/validation.md in {@code target/elimination-rates.md}, with {@code -Dtests.day=all} the whole of it.
 */
final class EliminationRatesTest {
    private static final int RUNS = 600;
    private static final int ROUNDS = 5;
    private static final int DIGITS = 2;

    /** Greater numbers of late messages are drawn from the normal distribution. */
    private static final int NORMAL_FROM = 30;

    /** CPU time of the candidates, in nanoseconds: ten are equally cheap, four spin, the last ones are hopeless. */
    private static final double[] CPU_NANOS = {
        8800, 8900, 8950, 9000, 9050, 9100, 9200, 9550, 9600, 10_200, 10_250, 10_300, 10_350, 10_600, 10_900, 11_700,
        14_400, 20_400, 20_450, 20_500, 21_200, 15_800, 16_600, 26_000, 27_000, 900_000
    };

    private static final int HOPELESS_FROM = 21;
    private static final double HOPELESS_LATE_SHARE = 0.5;

    /** The share of the messages that a good transport alone delays beyond the limit. */
    private static final double GOOD_LATE_SHARE = 0.0005;

    /** Runs of the same field serve for all questions about it. */
    private static final Map<Field, List<Run>> RUNS_OF_FIELDS = new HashMap<>();

    private static final RatesTable TABLE = new RatesTable("elimination-rates.md");

    private static final double SHORTEST_STALL_NANOS = 1e6;
    private static final double LONGEST_STALL_NANOS = 4e6;

    /** What an iteration has: at a usual rate, and at one so low that the number of messages decides how long it takes. */
    private enum Extent {
        USUAL(20_000, 4e8),
        SLOW(1_100, 5.5e8),
        PATIENT(100_000, 2e9),
        SLOW_PATIENT(4_000, 2e9);

        private final long messages;
        private final double nanos;

        /** What an iteration has on a machine whose stalls a look has seen. */
        Extent patient() {
            return this == USUAL ? PATIENT : SLOW_PATIENT;
        }

        Extent(long messages, double nanos) {
            this.messages = messages;
            this.nanos = nanos;
        }
    }

    /** What is simulated, between which percentages it has to happen, and how often it does. */
    private enum Simulation {
        DEAR_QUIET("a *take it* of one dearer by 1.2×", 0, 0.03, 0, 0, 0, 2, Simulation::dear),
        DEAR_NOISY("a *take it* of one dearer by 1.2×", 0, 0.1, 0, 0, 0, 3, Simulation::dear),
        DEAR_STALLED("a *take it* of one dearer by 1.2×", 1, 0.03, 0, 0, 0, 15, Simulation::dear),
        FALSE_QUIET("a wrong *take it*", 0, 0.03, 3, 1, 0, 2, Simulation::falseMeets),
        FALSE_ONE("a wrong *take it*", 1, 0.03, 3, 1, 0, 15, Simulation::falseMeets),
        FALSE_THREE("a wrong *take it*", 3, 0.03, 3, 1, 0, 15, Simulation::falseMeets),
        FALSE_LATE_QUIET("a wrong *take it*", 0, 0.03, 8, 2, 0, 5, Simulation::falseMeets),
        FALSE_LATE_ONE("a wrong *take it*", 1, 0.03, 8, 2, 0, 5, Simulation::falseMeets),
        ANSWER_QUIET("an answer", 0, 0.03, 0, 0, 100, 100, Simulation::answered),
        ANSWER_NOISY("an answer", 0, 0.1, 0, 0, 100, 100, Simulation::answered),
        ANSWER_LATE("an answer", 0, 0.03, 8, 2, 80, 100, Simulation::answered),
        ANSWER_ONE("an answer", 1, 0.03, 0, 0, 90, 100, Simulation::answered),
        ANSWER_THREE("an answer", 3, 0.03, 0, 0, 80, 100, Simulation::answered),
        SLOW_DEAR_QUIET(Extent.SLOW, "a *take it* of one dearer by 1.2×", 0, 0.03, 0, 0, 0, 2, Simulation::dear),
        SLOW_FALSE_QUIET(Extent.SLOW, "a wrong *take it*", 0, 0.03, 3, 1, 0, 2, Simulation::falseMeets),
        SLOW_FALSE_ONE(Extent.SLOW, "a wrong *take it*", 1, 0.03, 3, 1, 0, 15, Simulation::falseMeets),
        SLOW_FALSE_THREE(Extent.SLOW, "a wrong *take it*", 3, 0.03, 3, 1, 0, 15, Simulation::falseMeets),
        SLOW_FALSE_LATE_QUIET(Extent.SLOW, "a wrong *take it*", 0, 0.03, 8, 2, 0, 5, Simulation::falseMeets),
        SLOW_FALSE_LATE_ONE(Extent.SLOW, "a wrong *take it*", 1, 0.03, 8, 2, 0, 5, Simulation::falseMeets),
        SLOW_ANSWER_QUIET(Extent.SLOW, "an answer", 0, 0.03, 0, 0, 100, 100, Simulation::answered),
        SLOW_ANSWER_LATE(Extent.SLOW, "an answer", 0, 0.03, 8, 2, 80, 100, Simulation::answered),
        SLOW_ANSWER_ONE(Extent.SLOW, "an answer", 1, 0.03, 0, 0, 90, 100, Simulation::answered),
        SLOW_ANSWER_THREE(Extent.SLOW, "an answer", 3, 0.03, 0, 0, 60, 100, Simulation::answered);

        private final String what;

        @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
        private final Field field;

        private final double least;
        private final double most;

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final Predicate<Run> event;

        Simulation(
                String what,
                double stalledPercent,
                double variation,
                int lateOnes,
                double theirLatePercent,
                double least,
                double most,
                Predicate<Run> event) {
            this(Extent.USUAL, what, stalledPercent, variation, lateOnes, theirLatePercent, least, most, event);
        }

        Simulation(
                Extent extent,
                String what,
                double stalledPercent,
                double variation,
                int lateOnes,
                double theirLatePercent,
                double least,
                double most,
                Predicate<Run> event) {
            this.what = what;
            field = new Field(
                    stalledPercent > 0 ? extent.patient() : extent,
                    stalledPercent,
                    variation,
                    lateOnes,
                    theirLatePercent);
            this.least = least;
            this.most = most;
            this.event = event;
        }

        private static boolean answered(Run run) {
            return run.advice().recommended().isPresent();
        }

        private static boolean dear(Run run) {
            return answered(run) && CPU_NANOS[run.recommended()] > 1.2 * CPU_NANOS[0];
        }

        private static boolean falseMeets(Run run) {
            return answered(run) && run.recommended() < run.field().lateOnes();
        }
    }

    /** What is asked of a quarter of the fields, by turns. */
    static List<Simulation> simulations() {
        Set<Field> fields = Arrays.stream(Simulation.values())
                .map(simulation -> simulation.field)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        List<Field> today = Turns.today().share(4, fields);
        return Arrays.stream(Simulation.values())
                .filter(simulation -> today.contains(simulation.field))
                .toList();
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("simulations")
    void eliminationErrsAsSeldomAsDocumented(Simulation simulation) {
        List<Run> runs = RUNS_OF_FIELDS.computeIfAbsent(simulation.field, EliminationRatesTest::runs);
        double percent = 100.0 * runs.stream().filter(simulation.event).count() / RUNS;

        double iterations = runs.stream().mapToInt(Run::iterations).average().orElseThrow();
        TABLE.add(simulation.what, "%s; %.0f iterations".formatted(simulation.field, iterations), percent);
        assertThat(percent).as(simulation.name()).isBetween(simulation.least, simulation.most);
    }

    private static List<Run> runs(Field field) {
        SplittableRandom random = new SplittableRandom(20_230_815);
        return IntStream.range(0, RUNS).mapToObj(run -> field.run(random)).toList();
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    /** A finished run. */
    private record Run(Field field, Advice advice, int iterations) {
        /** The recommended candidate's number. */
        int recommended() {
            return Integer.parseInt(advice.recommended().orElseThrow().candidate());
        }
    }

    /**
     * The candidates on a machine with stalls of 1 to 4 ms.
     *
     * @param extent what an iteration has
     * @param stalledPercent percentage of the time that the machine stalls
     * @param variation of CPU times from iteration to iteration
     * @param lateOnes number of candidates that are late too often, the cheapest ones
     * @param theirLatePercent percentage of their messages that is late without a stall
     */
    private record Field(
            Extent extent, double stalledPercent, double variation, int lateOnes, double theirLatePercent) {
        Run run(SplittableRandom random) {
            Elimination rule = new Elimination(ROUNDS, TARGET.bound());
            Map<Cell, Tally> tallies = new LinkedHashMap<>();
            for (int i = 0; i < CPU_NANOS.length; i++) {
                tallies.put(SampleCells.cell(Integer.toString(i), 800), new Tally());
            }
            List<Stalls> seen = new ArrayList<>(List.of(Stalls.UNKNOWN));
            int rounds = 0;
            int iterations = 0;
            List<Plan.Turn> next = next(rule, 0, tallies, seen);
            while (!next.isEmpty()) {
                rounds++;
                for (Plan.Turn turn : next) {
                    int candidate = Integer.parseInt(turn.cell().transportId());
                    Objects.requireNonNull(tallies.get(turn.cell())).add(iteration(random, candidate), rounds);
                    seen.set(0, seen.get(0).plus(watched(random)));
                    iterations++;
                }
                next = next(rule, rounds, tallies, seen);
            }
            List<Trial> trials = new ArrayList<>();
            figures(tallies, seen)
                    .forEach((cell, summary) -> trials.add(RunTrials.trial(
                            cell.transportId(), cell.transportId(), summary, TARGET, Verdict.Level.VALID)));
            return new Run(this, Advice.of(TARGET, trials), iterations);
        }

        private static List<Plan.Turn> next(Elimination rule, int rounds, Map<Cell, Tally> tallies, List<Stalls> seen) {
            Map<Cell, Summary> figures = figures(tallies, seen);
            Map<Cell, Optional<Summary>> ofAll = new LinkedHashMap<>();
            tallies.keySet().forEach(cell -> ofAll.put(cell, Optional.ofNullable(figures.get(cell))));
            return rule.next(SampleProgress.of(rounds, ofAll));
        }

        private static Map<Cell, Summary> figures(Map<Cell, Tally> tallies, List<Stalls> seen) {
            Map<Cell, Summary> figures = new LinkedHashMap<>();
            MachineStalls stalls = new MachineStalls(seen.get(0), Stalls.UNKNOWN);
            tallies.forEach(
                    (cell, tally) -> tally.summary().ifPresent(summary -> figures.put(cell, summary.beside(stalls))));
            return figures;
        }

        private Measurement iteration(SplittableRandom random, int candidate) {
            long messages = extent.messages;
            double stalled = stalledShare(random, extent.nanos);
            long lateMessages = Math.min(
                    messages, binomial(random, ownLateShare(random, candidate)) + Math.round(stalled * messages));
            Histogram latencies = new Histogram(DIGITS);
            latencies.recordValueWithCount(20_000, messages - lateMessages);
            if (lateMessages > 0) {
                latencies.recordValueWithCount(1_000_000, lateMessages);
            }
            double cpu = CPU_NANOS[candidate] * Math.exp(variation * random.nextGaussian());
            return Iteration.of(messages, extent.nanos / 1e9)
                    .draft()
                    .latencyKind(LatencyKind.INTENDED_ONE_WAY)
                    .latencies(latencies)
                    .costs(new Cost(Math.round(cpu * messages), 0), Cost.NONE)
                    .offering(new OfferedLoad(messages, 0, (long) extent.nanos, 0, new Lateness(50, 80, 90, 100)))
                    .measurement();
        }

        /** Number of messages that are late if each one is with this probability. */
        private long binomial(SplittableRandom random, double probability) {
            double mean = extent.messages * probability;
            if (mean > NORMAL_FROM) {
                return Math.max(0, Math.round(mean + Math.sqrt(mean * (1 - probability)) * random.nextGaussian()));
            }
            long late = 0;
            for (long message = 0; message < extent.messages; message++) {
                late += random.nextDouble() < probability ? 1 : 0;
            }
            return late;
        }

        private double ownLateShare(SplittableRandom random, int candidate) {
            double share = candidate < lateOnes
                    ? theirLatePercent / 100
                    : candidate < HOPELESS_FROM ? GOOD_LATE_SHARE : HOPELESS_LATE_SHARE;
            return share * (0.7 + 0.6 * random.nextDouble());
        }

        /** The share of the messages that stalls delay in this time. */
        private double stalledShare(SplittableRandom random, double nanos) {
            return stalls(random, nanos).stream()
                            .mapToDouble(length -> length - TARGET.p99Nanos())
                            .sum()
                    / nanos;
        }

        private Stalls watched(SplittableRandom random) {
            Histogram lengths = new Histogram(Stalls.SIGNIFICANT_DIGITS);
            stalls(random, 5e8).forEach(length -> lengths.recordValue(length.longValue()));
            return new Stalls(500_000_000, lengths);
        }

        private List<Double> stalls(SplittableRandom random, double nanos) {
            List<Double> lengths = new ArrayList<>();
            double meanGap = (SHORTEST_STALL_NANOS + LONGEST_STALL_NANOS) / 2 / Math.max(1e-9, stalledPercent / 100);
            double at = -Math.log(1 - random.nextDouble()) * meanGap;
            while (at < nanos) {
                lengths.add(SHORTEST_STALL_NANOS + random.nextDouble() * (LONGEST_STALL_NANOS - SHORTEST_STALL_NANOS));
                at -= Math.log(1 - random.nextDouble()) * meanGap;
            }
            return lengths;
        }

        @Override
        public String toString() {
            return "%d messages, stalls %s %%, CPU CV %.0f %%, the %d cheapest %s %% late"
                    .formatted(extent.messages, stalledPercent, 100 * variation, lateOnes, theirLatePercent);
        }
    }
}
