package org.ipcbench.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.ipcbench.Turns;
import org.ipcbench.advise.Target.Judgement;
import org.ipcbench.analysis.CheapestFirst;
import org.ipcbench.analysis.LatencyBound.Answer;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.doctor.StallLook;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Iteration;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.OfferedLoad.Lateness;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.plan.Elimination;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.SampleProgress;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.result.RunTally.Tally;
import org.ipcbench.plan.result.SampleCells;
import org.ipcbench.workload.load.ArrivalPattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often advice names the cheapest candidate that reaches the target, or one that costs the same within 1.1×, by simulation of whole runs
 * on machines that stall: by the rule as it is, and by an earlier one whose leaders were those with the lowest p99 in a first iteration.
 * Leaves its table in {@code target/repeated-advice-rates.md}, with {@code -Dtests.day=all} the whole of it.
 */
final class RepeatedAdviceRatesTest {
    private static final int RUNS = 100;
    private static final int LOOKS = 2000;
    private static final int ROUNDS = 5;
    private static final double PER_SECOND = 5_000;
    private static final Target ASKED = new Target(300, (long) PER_SECOND, 500_000);

    /** Stalls of 1 to 4 ms. */
    private static final double SHORTEST_STALL_NANOS = 1e6;

    private static final double LONGEST_STALL_NANOS = 4e6;
    private static final double MEAN_STALL_NANOS = (SHORTEST_STALL_NANOS + LONGEST_STALL_NANOS) / 2;

    /** CPU time of a call in iterations of the same candidate varies by this share. */
    private static final double CPU_VARIATION = 0.02;

    /** The share of the time in which a client waits, and sees stalls. */
    private static final double WAITING = 0.6;

    /** The candidates: two are cheaper and late, six cost the same, the others are dearer. */
    private static final List<Candidate> FIELD = List.of(
            new Candidate(25.0, 90, 900),
            new Candidate(25.5, 85, 1500),
            new Candidate(27.0, 70, 150),
            new Candidate(27.4, 66, 120),
            new Candidate(27.8, 74, 200),
            new Candidate(28.2, 78, 180),
            new Candidate(28.6, 72, 140),
            new Candidate(29.0, 80, 220),
            new Candidate(33.0, 60, 110),
            new Candidate(34.0, 64, 130),
            new Candidate(36.0, 90, 260),
            new Candidate(41.0, 95, 300),
            new Candidate(52.0, 120, 700));

    private static final double CHEAPEST_MICROS = 27.0;

    private static final RatesTable TABLE = new RatesTable("repeated-advice-rates.md");

    /** The machine: the share of the time that it stalls, in percent, and how that share changes from iteration to iteration. */
    private enum Simulation {
        QUIET(0, Mood.STEADY, 95, 100),
        HALF(0.5, Mood.STEADY, 95, 100),
        ONE(1, Mood.STEADY, 95, 100),
        THREE(3, Mood.STEADY, 90, 100),
        ONE_CHANGING(1, Mood.CHANGING, 90, 100),
        THREE_CHANGING(3, Mood.CHANGING, 80, 100),
        HALF_BURSTS(0.5, Mood.BURSTS, 90, 100),
        ONE_BURSTS(1, Mood.BURSTS, 80, 100);

        @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
        private final Machine machine;

        private final double least;
        private final double most;

        Simulation(double stalledPercent, Mood mood, double least, double most) {
            machine = new Machine(stalledPercent / 100, mood);
            this.least = least;
            this.most = most;
        }
    }

    /** A quarter of them by turns. */
    static List<Simulation> simulations() {
        return Turns.today().share(4, List.of(Simulation.values()));
    }

    @Tag("full")
    @ParameterizedTest
    @MethodSource("simulations")
    void adviceNamesTheSameOrAnEquallyCheapOneAsOftenAsDocumented(Simulation simulation) {
        double earlier = share(simulation.machine, Rule.EARLIER);
        double now = share(simulation.machine, Rule.PRESENT);

        TABLE.add("the cheapest or one of equal cost, leaders by one p99", simulation.machine.toString(), earlier);
        TABLE.add("the cheapest or one of equal cost", simulation.machine.toString(), now);
        assertThat(now).isBetween(simulation.least, simulation.most).isGreaterThanOrEqualTo(earlier);
    }

    /** Which machines a look has to call too restless for the bound, and how often it does, in percent. */
    private enum Look {
        QUIET(0, 0, 0),
        HARDLY(0.1, 0, 1),
        HALF(0.5, 20, 60),
        ONE(1, 75, 95),
        THREE(3, 99, 100);

        @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
        private final Machine machine;

        private final double least;
        private final double most;

        Look(double stalledPercent, double least, double most) {
            machine = new Machine(stalledPercent / 100, Mood.STEADY);
            this.least = least;
            this.most = most;
        }
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource
    void lookSaysWhatCannotBeDecidedAsOftenAsDocumented(Look look) {
        double percent = undecidablePercent(look, LOOKS);

        TABLE.add("a look says that the bound cannot be decided", look.machine.toString(), percent);
        assertThat(percent).isBetween(look.least, look.most);
    }

    private static double undecidablePercent(Look look, int looks) {
        SplittableRandom random = new SplittableRandom(20_230_815);
        return Noise.percent(looks, () -> look.machine.look(random).spoils(Percentiles.P99, (double) ASKED.p99Nanos()));
    }

    private static double share(Machine machine, Rule rule) {
        SplittableRandom random = new SplittableRandom(20_230_815);
        long right = IntStream.range(0, RUNS)
                .filter(run -> new Run(machine, rule, random)
                        .answer()
                        .filter(Candidate::isRight)
                        .isPresent())
                .count();
        return 100.0 * right / RUNS;
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    /** How leaders and the answer are chosen, and for how long. */
    private enum Rule {
        EARLIER {
            @Override
            double seconds(Machine machine, SplittableRandom random) {
                return 0.4;
            }

            @Override
            double meteredSeconds() {
                return 0.05;
            }

            @Override
            Set<Cell> next(int rounds, Map<Cell, Summary> figures) {
                return new CheapestFirst<Map.Entry<Cell, Summary>>(
                                each -> each.getValue().cpu().nanosPerMessage(),
                                Comparator.<Map.Entry<Cell, Summary>, Boolean>comparing(
                                                each -> repeated(each.getValue()) == Answer.MEETS)
                                        .thenComparing(each -> each.getValue().count() >= 3)
                                        .reversed()
                                        .thenComparing(each -> p99Nanos(each.getValue())))
                                .order(figures.entrySet().stream()
                                        .filter(each -> ASKED.bound()
                                                .judge(each.getValue())
                                                .isPossible())
                                        .toList())
                                .stream()
                                .limit(Elimination.LEADERS)
                                .takeWhile(each -> repeated(each.getValue()) != Answer.MEETS)
                                .filter(each -> !repeated(each.getValue()).meets())
                                .map(Map.Entry::getKey)
                                .collect(Collectors.toSet());
            }

            @Override
            Optional<String> answer(Map<Cell, Summary> figures) {
                List<Map.Entry<Cell, Summary>> meeting = figures.entrySet().stream()
                        .filter(each -> ASKED.bound().judge(each.getValue()).meets())
                        .toList();
                List<Map.Entry<Cell, Summary>> plainly = meeting.stream()
                        .filter(each -> ASKED.bound().judge(each.getValue()) == Answer.MEETS)
                        .toList();
                return new CheapestFirst<Map.Entry<Cell, Summary>>(
                                each -> each.getValue().cpu().nanosPerMessage(),
                                Comparator.<Map.Entry<Cell, Summary>, Boolean>comparing(
                                                each -> each.getValue().count() < 3)
                                        .thenComparing(each -> p99Nanos(each.getValue())))
                        .order(plainly.isEmpty() ? meeting : plainly).stream()
                                .findFirst()
                                .map(each -> each.getKey().transportId());
            }
        },
        PRESENT {
            @Override
            double seconds(Machine machine, SplittableRandom random) {
                ArrivalPattern arrivals = new ArrivalPattern.Constant();
                Duration time = ASKED.bound().needsPatience(machine.look(random).stalls())
                        ? ASKED.patient(arrivals)
                        : ASKED.usual(arrivals);
                return time.toNanos() / 1e9;
            }

            @Override
            double meteredSeconds() {
                return 0.5;
            }

            @Override
            Set<Cell> next(int rounds, Map<Cell, Summary> figures) {
                Map<Cell, Optional<Summary>> all = new LinkedHashMap<>();
                figures.forEach((cell, summary) -> all.put(cell, Optional.of(summary)));
                return new Elimination(ROUNDS, ASKED.bound())
                        .next(SampleProgress.of(rounds, all)).stream()
                                .map(Plan.Turn::cell)
                                .collect(Collectors.toSet());
            }

            @Override
            Optional<String> answer(Map<Cell, Summary> figures) {
                List<Trial> trials = new ArrayList<>();
                figures.forEach((cell, summary) -> trials.add(
                        RunTrials.trial(cell.transportId(), cell.transportId(), summary, ASKED, Verdict.Level.VALID)));
                return Advice.of(ASKED, trials).recommended().map(Judgement::candidate);
            }
        };

        abstract double seconds(Machine machine, SplittableRandom random);

        abstract double meteredSeconds();

        abstract Set<Cell> next(int rounds, Map<Cell, Summary> figures);

        abstract Optional<String> answer(Map<Cell, Summary> figures);

        private static Answer repeated(Summary summary) {
            return summary.count() < 3 ? Answer.TOO_CLOSE : ASKED.bound().judge(summary);
        }

        private static double p99Nanos(Summary summary) {
            return summary.latencies().percentileNanos(Percentiles.P99).orElse(Double.MAX_VALUE);
        }
    }

    /** A transport as it is: CPU time of a call, median and 99th percentile of its latencies without stalls, in microseconds. */
    private static final class Candidate {
        private static final int QUANTILES = 4096;

        private final double cpuMicros;
        private final double p99Micros;
        private final double[] ownNanos;

        Candidate(double cpuMicros, double p50Micros, double p99Micros) {
            this.cpuMicros = cpuMicros;
            this.p99Micros = p99Micros;
            NormalDistribution bell = NormalDistribution.of(0, 1);
            double sigma = Math.log(p99Micros / p50Micros) / bell.inverseCumulativeProbability(0.99);
            ownNanos = IntStream.range(0, QUANTILES)
                    .mapToDouble(i -> 1e3
                            * p50Micros
                            * Math.exp(sigma * bell.inverseCumulativeProbability((i + 0.5) / QUANTILES)))
                    .toArray();
        }

        boolean isRight() {
            return p99Micros * 1e3 < ASKED.p99Nanos() && cpuMicros <= CheapestFirst.EQUALLY_CHEAP * CHEAPEST_MICROS;
        }

        Measurement iteration(SplittableRandom random, double seconds, List<Stall> stalls) {
            Histogram latencies = new Recorder().latencies();
            int messages = (int) Math.round(PER_SECOND * seconds);
            int next = 0;
            for (int i = 0; i < messages; i++) {
                double due = i * 1e9 / PER_SECOND;
                while (next < stalls.size() && stalls.get(next).endNanos() <= due) {
                    next++;
                }
                double wait = next < stalls.size() && stalls.get(next).beginNanos() <= due
                        ? stalls.get(next).endNanos() - due
                        : 0;
                latencies.recordValue((long) (wait + ownNanos[random.nextInt(QUANTILES)]));
            }
            double cpu = 1e3 * cpuMicros * Math.exp(CPU_VARIATION * random.nextGaussian());
            return Iteration.of(messages, seconds)
                    .draft()
                    .latencyKind(LatencyKind.INTENDED_ONE_WAY)
                    .latencies(latencies)
                    .costs(new Cost(Math.round(cpu * messages), 0), Cost.NONE)
                    .offering(new OfferedLoad(
                            messages, 0, (long) (seconds * 1e9), 0, Lateness.of(new Recorder().latencies())))
                    .measurement();
        }
    }

    private record Stall(double beginNanos, double endNanos) {}

    /** How the share of the time that a machine stalls changes from iteration to iteration. */
    private enum Mood {
        STEADY,
        CHANGING,
        /** In every fourth iteration, the machine stalls ten times as much. */
        BURSTS;

        /** The factor of the share in one iteration. */
        double factor(SplittableRandom random) {
            return switch (this) {
                case STEADY -> 1;
                case CHANGING -> -Math.log(1 - random.nextDouble());
                case BURSTS -> random.nextInt(4) == 0 ? 10 : 1;
            };
        }
    }

    /** A machine that stalls for a share of the time. */
    private record Machine(double stalledShare, Mood mood) {

        List<Stall> stalls(SplittableRandom random, double seconds, double factor) {
            List<Stall> stalls = new ArrayList<>();
            double share = Math.min(0.5, stalledShare * factor);
            double at = gap(random, share);
            while (at < seconds * 1e9) {
                double length =
                        SHORTEST_STALL_NANOS + random.nextDouble() * (LONGEST_STALL_NANOS - SHORTEST_STALL_NANOS);
                stalls.add(new Stall(at, at + length));
                at += length + gap(random, share);
            }
            return stalls;
        }

        private static double gap(SplittableRandom random, double share) {
            return share == 0
                    ? Double.MAX_VALUE / 4
                    : -Math.log(1 - random.nextDouble()) * MEAN_STALL_NANOS * (1 - share) / share;
        }

        /** A look of two threads at the stalls of two CPUs. */
        StallLook look(SplittableRandom random) {
            double seconds = StallLook.TIME.toNanos() / 1e9;
            return new StallLook(new MachineStalls(
                    seen(stalls(random, seconds, 0.5), seconds), seen(stalls(random, seconds, 0.5), seconds)));
        }

        static Stalls seen(List<Stall> stalls, double seconds) {
            Histogram lengths = new Histogram(Stalls.SIGNIFICANT_DIGITS);
            stalls.forEach(stall -> lengths.recordValue((long) (stall.endNanos() - stall.beginNanos())));
            return new Stalls((long) (seconds * 1e9), lengths);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "stalls %.1f %%%s",
                    100 * stalledShare,
                    ", " + mood.name().toLowerCase(Locale.ROOT));
        }
    }

    /** A run for advice. */
    private static final class Run {
        private final Machine machine;
        private final Rule rule;
        private final SplittableRandom random;
        private final Map<Cell, Candidate> field = new LinkedHashMap<>();
        private final Map<Cell, Tally> tallies = new LinkedHashMap<>();
        private final double seconds;
        private MachineStalls seen = MachineStalls.UNKNOWN;

        Run(Machine machine, Rule rule, SplittableRandom random) {
            this.machine = machine;
            this.rule = rule;
            this.random = random;
            seconds = rule.seconds(machine, random);
            for (Candidate candidate : FIELD) {
                Cell cell = SampleCells.cell(Integer.toString(field.size()), 300);
                field.put(cell, candidate);
                tallies.put(cell, new Tally());
            }
        }

        Optional<Candidate> answer() {
            Set<Cell> next = field.keySet();
            int rounds = 0;
            while (!next.isEmpty() && rounds < ROUNDS) {
                rounds++;
                for (Cell cell : field.keySet()) { // the set's own order changes from JVM to JVM
                    if (next.contains(cell)) {
                        measure(cell, rounds);
                    }
                }
                next = rule.next(rounds, figures());
            }
            return rule.answer(figures()).map(id -> FIELD.get(Integer.parseInt(id)));
        }

        private void measure(Cell cell, int round) {
            double mood = machine.mood().factor(random);
            List<Stall> stalls = machine.stalls(random, seconds, mood);
            Objects.requireNonNull(tallies.get(cell))
                    .add(Objects.requireNonNull(field.get(cell)).iteration(random, seconds, stalls), round);
            List<Stall> ofClient = stalls.stream()
                    .filter(stall -> random.nextDouble() < WAITING / 2)
                    .toList();
            seen = seen.plus(new MachineStalls(Machine.seen(ofClient, WAITING * seconds), Stalls.UNKNOWN))
                    .plus(new MachineStalls(metered(mood), metered(mood)));
        }

        /** The stalls of one of two CPUs after an iteration. */
        private Stalls metered(double mood) {
            return Machine.seen(machine.stalls(random, rule.meteredSeconds(), mood / 2), rule.meteredSeconds());
        }

        private Map<Cell, Summary> figures() {
            Map<Cell, Summary> figures = new LinkedHashMap<>();
            tallies.forEach(
                    (cell, tally) -> tally.summary().ifPresent(summary -> figures.put(cell, summary.beside(seen))));
            return figures;
        }
    }
}
