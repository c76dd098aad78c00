package org.ipcbench.analysis.statistics;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.Occasion;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.SimulatedRate;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.Waits;
import org.ipcbench.analysis.doubt.CourseRule;
import org.ipcbench.analysis.doubt.Reason.Kind;
import org.ipcbench.analysis.doubt.SampleEvidence;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.ipcbench.analysis.summary.Rates.PlacedSpeeds;
import org.ipcbench.analysis.summary.TwoSpeeds.SpeedGroups;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Neighbourhood.Proximity.Distance;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often the rules err, by simulation. Leaves the table behind docs/validation.md in {@code target/error-rates.md}. */
@Tag("full")
final class ErrorRatesTest {
    private static final int TRIALS = 2000;
    private static final int FEWER_TRIALS = 300;
    private static final RatesTable TABLE = new RatesTable("error-rates.md");

    /** What is simulated, between which percentages it has to happen, and how often it does. */
    private enum Simulation {
        COVERAGE_OF_3("t-interval", "covers the mean rate, n = 3, CV 20 %", 93, 96, noise -> coverage(noise, 3, 0.2)),
        COVERAGE_OF_5("t-interval", "covers the mean rate, n = 5, CV 20 %", 93, 96, noise -> coverage(noise, 5, 0.2)),
        COVERAGE_OF_10(
                "t-interval", "covers the mean rate, n = 10, CV 20 %", 93, 96, noise -> coverage(noise, 10, 0.2)),
        COVERAGE_LITTLE("t-interval", "covers the mean rate, n = 5, CV 5 %", 93, 96, noise -> coverage(noise, 5, 0.05)),
        COVERAGE_GEOMETRIC(
                "t-interval on logarithms",
                "covers the median rate, n = 5, CV 50 %",
                93,
                97,
                ErrorRatesTest::geometric),

        TWO_FALSE_4("two-speeds", "one speed, n = 4, worst of CV 5–50 %", 0, 5, noise -> falseSpeeds(noise, 4)),
        TWO_FALSE_5("two-speeds", "one speed, n = 5, worst of CV 5–50 %", 0, 5, noise -> falseSpeeds(noise, 5)),
        TWO_FALSE_7("two-speeds", "one speed, n = 7, worst of CV 5–50 %", 0, 5, noise -> falseSpeeds(noise, 7)),
        TWO_FALSE_10("two-speeds", "one speed, n = 10, worst of CV 5–50 %", 0, 5, noise -> falseSpeeds(noise, 10)),
        TWO_5_ONCE(
                "t-interval",
                "covers the mean of two speeds if one came once, 3.5×, 80:20, n = 5, CV 5 %",
                93,
                100,
                noise -> coverageOfAnOutlier(noise, 5)),
        TWO_10_ONCE(
                "t-interval",
                "covers the mean of two speeds if one came once, 3.5×, 80:20, n = 10, CV 5 %",
                93,
                100,
                noise -> coverageOfAnOutlier(noise, 10)),
        TWO_5_EVEN("two-speeds", "3.5×, 50:50, n = 5, CV 5 %", 55, 100, noise -> speeds(noise, 5, 3.5, 0.5)),
        TWO_5_FEW("two-speeds", "3.5×, 80:20, n = 5, CV 5 %", 22, 100, noise -> speeds(noise, 5, 3.5, 0.2)),
        TWO_10_EVEN("two-speeds", "3.5×, 50:50, n = 10, CV 5 %", 95, 100, noise -> speeds(noise, 10, 3.5, 0.5)),
        TWO_10_FEW("two-speeds", "3.5×, 80:20, n = 10, CV 5 %", 57, 100, noise -> speeds(noise, 10, 3.5, 0.2)),
        TWO_5_NEAR("two-speeds", "1.5×, 50:50, n = 5, CV 5 %", 18, 100, noise -> speeds(noise, 5, 1.5, 0.5)),
        TWO_10_NEAR("two-speeds", "1.5×, 50:50, n = 10, CV 5 %", 80, 100, noise -> speeds(noise, 10, 1.5, 0.5)),
        TWO_10_NEAR_FEW("two-speeds", "1.5×, 80:20, n = 10, CV 5 %", 50, 100, noise -> speeds(noise, 10, 1.5, 0.2)),
        PLACED_FALSE(
                "two-speeds, by distance",
                "distance without effect, n = 5, worst of CV 5–50 %",
                0,
                5,
                noise -> worst(variation -> placed(noise, 5, 1, variation))),
        PLACED_3(
                "two-speeds, by distance", "3.5×, 50:50, n = 3, CV 5 %", 60, 100, noise -> placed(noise, 3, 3.5, 0.05)),
        PLACED_5(
                "two-speeds, by distance", "3.5×, 50:50, n = 5, CV 20 %", 80, 100, noise -> placed(noise, 5, 3.5, 0.2)),

        WITHIN_FALSE(
                "two-speeds, in sixteenths",
                "CPUs without effect, n = 5, worst of CV 5–50 % between iterations",
                0,
                7,
                noise -> worst(variation -> within(noise, 1, variation))),
        WITHIN_FOUND(
                "two-speeds, in sixteenths",
                "3×, n = 5, CV 20 % between iterations",
                85,
                100,
                noise -> within(noise, 3, 0.2)),

        STALL_FALSE(
                "stall",
                "no stall, n = 5, worst of CV 5–50 % between sixteenths",
                0,
                5,
                noise -> worst(variation -> fired(noise, CourseRule.STALL, 5, variation, new double[0]))),
        STALL_FALSE_20(
                "stall",
                "no stall, n = 20, worst of CV 5–50 % between sixteenths",
                0,
                6,
                noise -> worst(variation -> fired(noise, CourseRule.STALL, 20, variation, new double[0]))),
        STALL_FOUND(
                "stall",
                "200 ms in 500 ms, once in 5, CV 5 % between sixteenths",
                99,
                100,
                noise -> stalls(noise, 5, 0.05)),
        STALL_NOISY(
                "stall",
                "200 ms in 500 ms, once in 5, CV 20 % between sixteenths",
                90,
                100,
                noise -> stalls(noise, 5, 0.2)),
        STALL_FOUND_20(
                "stall",
                "200 ms in 500 ms, once in 20, CV 20 % between sixteenths",
                85,
                100,
                noise -> stalls(noise, 20, 0.2)),

        STANDSTILL_FALSE(
                "stall, by gaps",
                "no stall, exponential times between looks, n = 5, worst of 20–1000 looks",
                0,
                2,
                noise -> worstOfLooks(looks -> standstills(noise, looks, 0))),
        STANDSTILL_FOUND(
                "stall, by gaps",
                "a tenth of one iteration in 5, exponential times between 1000 looks",
                100,
                100,
                noise -> standstills(noise, 1000, 0.1)),

        START_FALSE_1(
                "slow-start",
                "steady, n = 1, worst of CV 5–50 % between sixteenths",
                0,
                3,
                noise -> worst(variation -> fired(noise, CourseRule.SLOW_START, 1, variation, new double[0]))),
        START_FALSE_5(
                "slow-start",
                "steady, n = 5, worst of CV 5–50 % between sixteenths",
                0,
                1,
                noise -> worst(variation -> fired(noise, CourseRule.SLOW_START, 5, variation, new double[0]))),
        START_FOUND(
                "slow-start",
                "first eighth takes 1.5×, n = 5, CV 10 %",
                95,
                100,
                noise -> fired(noise, CourseRule.SLOW_START, 5, 0.1, new double[] {1.5, 1.5})),

        DRIFT_FALSE(
                "drift",
                "steady, n = 5, worst of CV 5–50 % between sixteenths",
                0,
                3,
                noise -> worst(variation -> fired(noise, CourseRule.DRIFT, 5, variation, new double[0]))),
        DRIFT_FOUND(
                "drift",
                "falls evenly to 0.67× of the rate, n = 5, CV 5 %",
                90,
                100,
                noise -> fired(noise, CourseRule.DRIFT, 5, 0.05, ramp(1.5))),

        COMPILATION_FALSE_1(
                "compilation",
                "half of the limit, n = 1",
                0,
                5,
                noise -> new Counters(noise, Kind.WARM_UP).wrong(1, 0.5)),
        COMPILATION_FALSE_5(
                "compilation",
                "half of the limit, n = 5",
                0,
                5,
                noise -> new Counters(noise, Kind.WARM_UP).wrong(5, 0.5)),
        COMPILATION_FOUND(
                "compilation",
                "twice the limit, n = 5",
                95,
                100,
                noise -> 100 - new Counters(noise, Kind.WARM_UP).wrong(5, 2)),
        COMPILATION_FALSE_CLIENTS_1(
                "compilation",
                "16 clients at half of the limit, n = 1",
                0,
                15,
                noise -> new Counters(noise, Kind.WARM_UP).wrongOfClients(16, 1, 0.5)),
        COMPILATION_FALSE_CLIENTS_5(
                "compilation",
                "16 clients at half of the limit, n = 5",
                0,
                5,
                noise -> new Counters(noise, Kind.WARM_UP).wrongOfClients(16, 5, 0.5)),
        COMPILATION_FOUND_CLIENT(
                "compilation",
                "one of 16 clients at twice the limit, the others at half, n = 5",
                95,
                100,
                noise -> 100 - new Counters(noise, Kind.WARM_UP).wrongOfClients(16, 5, 2)),
        COLLECTION_FALSE_1(
                "collection",
                "half of the limit, n = 1",
                0,
                5,
                noise -> new Counters(noise, Kind.COLLECTION).wrong(1, 0.5)),
        COLLECTION_FALSE_5(
                "collection",
                "half of the limit, n = 5",
                0,
                5,
                noise -> new Counters(noise, Kind.COLLECTION).wrong(5, 0.5)),
        COLLECTION_FOUND(
                "collection",
                "twice the limit, n = 5",
                95,
                100,
                noise -> 100 - new Counters(noise, Kind.COLLECTION).wrong(5, 2)),
        STEAL_FALSE_1(
                "steal", "half of the limit, n = 1", 0, 5, noise -> new Counters(noise, Kind.STEAL).wrong(1, 0.5)),
        STEAL_FALSE_5(
                "steal", "half of the limit, n = 5", 0, 5, noise -> new Counters(noise, Kind.STEAL).wrong(5, 0.5)),
        STEAL_FOUND(
                "steal", "twice the limit, n = 5", 95, 100, noise -> 100 - new Counters(noise, Kind.STEAL).wrong(5, 2)),
        OTHER_LOAD_FALSE_1(
                "other-load",
                "half of the limit, n = 1",
                0,
                15,
                noise -> new Counters(noise, Kind.OTHER_LOAD).wrong(1, 0.5)),
        OTHER_LOAD_FALSE_5(
                "other-load",
                "half of the limit, n = 5",
                0,
                5,
                noise -> new Counters(noise, Kind.OTHER_LOAD).wrong(5, 0.5)),
        OTHER_LOAD_FOUND(
                "other-load",
                "twice the limit, n = 5",
                95,
                100,
                noise -> 100 - new Counters(noise, Kind.OTHER_LOAD).wrong(5, 2)),

        QUEUED_FALSE(
                "other-load, by waits",
                "peers meet on one CPU now and then and wait there for each other, compilers at 10 %, n = 5",
                0,
                1,
                noise -> waits(() -> Waits.moving(noise))),
        QUEUED_FOUND(
                "other-load, by waits",
                "a rival takes 30 % of a peer's CPU, n = 5",
                95,
                100,
                noise -> waits(() -> Waits.apart(noise, 0.3))),

        AA_5("comparison", "equal cells, 5 rounds, CV 10 %, rounds 20 %", 0, 7, noise -> differ(noise, 5, 1, 0.1)),
        AA_400(
                "comparison",
                "equal cells, 400 pairs, 10 rounds, CV 20 %",
                0,
                7,
                noise -> Noise.percent(400, () -> differs(noise, 10, 1, 0.2))),
        TEN_PERCENT_7("comparison", "10 % slower, 7 rounds, CV 5 %", 80, 100, noise -> differ(noise, 7, 1.1, 0.05)),
        TEN_PERCENT_8("comparison", "10 % slower, 8 rounds, CV 5 %", 88, 100, noise -> differ(noise, 8, 1.1, 0.05)),
        TEN_PERCENT_9("comparison", "10 % slower, 9 rounds, CV 5 %", 90, 100, noise -> differ(noise, 9, 1.1, 0.05)),

        VARIANTS_FALSE_1(
                "variants",
                "2 equal variants of 1 cell, any word, 5 rounds, CV 10 %",
                0,
                7,
                noise -> words(noise, 2, 1)),
        VARIANTS_FALSE_12(
                "variants",
                "2 equal variants of 12 cells, any word, 5 rounds, CV 10 %",
                0,
                7,
                noise -> words(noise, 2, 12)),
        VARIANTS_FALSE_5(
                "variants",
                "5 equal variants of 4 cells, any word, 5 rounds, CV 10 %",
                0,
                7,
                noise -> words(noise, 5, 4)),
        VARIANTS_FOUND_1(
                "variants", "1 cell faster by 1.1×, 8 rounds, CV 5 %", 85, 100, noise -> found(noise, 1, 8, 1.1)),
        VARIANTS_FOUND_12(
                "variants",
                "one of 12 cells faster by 1.1×, 8 rounds, CV 5 %",
                30,
                100,
                noise -> found(noise, 12, 8, 1.1)),
        VARIANTS_FOUND_12_LARGE(
                "variants",
                "one of 12 cells faster by 1.2×, 8 rounds, CV 5 %",
                90,
                100,
                noise -> found(noise, 12, 8, 1.2)),

        APART_FALSE(
                "comparison of two machines",
                "equal cells, n = 5 and 5, CV 10 %",
                0,
                6,
                noise -> apart(noise, 1, 5, 0.1, 5, 0.1)),
        APART_FALSE_UNEVEN(
                "comparison of two machines",
                "equal cells, n = 10 and 3, CV 5 % and 20 %",
                0,
                8,
                noise -> apart(noise, 1, 10, 0.05, 3, 0.2)),
        APART_FOUND(
                "comparison of two machines",
                "20 % slower, n = 5 and 5, CV 5 %",
                90,
                100,
                noise -> apart(noise, 1.2, 5, 0.05, 5, 0.05)),

        ROUNDS_FALSE("rounds", "5 quiet rounds, worst of CV 5–25 % and 5–12 cells", 0, 4, ErrorRatesTest::quietRounds),
        ROUNDS_FOUND_12(
                "rounds",
                "one of 5 rounds at 0.7, 12 cells, CV 10 %",
                97,
                100,
                noise -> disturbed(noise, 12, 0.1, 0.7)),
        ROUNDS_FOUND_5(
                "rounds", "one of 5 rounds at 0.7, 5 cells, CV 10 %", 88, 100, noise -> disturbed(noise, 5, 0.1, 0.7)),
        ROUNDS_FOUND_15(
                "rounds",
                "one of 5 rounds at 0.7, 12 cells, CV 15 %",
                85,
                100,
                noise -> disturbed(noise, 12, 0.15, 0.7)),
        ROUNDS_FOUND_25(
                "rounds",
                "one of 5 rounds at 0.7, 12 cells, CV 25 %",
                45,
                100,
                noise -> disturbed(noise, 12, 0.25, 0.7));

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final SimulatedRate<Noise> rate;

        Simulation(String rule, String occasion, double least, double most, ToDoubleFunction<Noise> percent) {
            rate = new SimulatedRate<>(rule, occasion, least, most, percent);
        }
    }

    @ParameterizedTest
    @EnumSource
    void areWhatTheDocumentationStates(Simulation simulation) {
        simulation.rate.check(new Noise(), TABLE);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double coverage(Noise noise, int count, double variation) {
        return Noise.percent(
                10_000,
                () -> new Sample(noise.rates(count, variation))
                        .interval()
                        .orElseThrow()
                        .contains(1));
    }

    private static double geometric(Noise noise) {
        double variation = 0.5;
        double median = 1 / Math.sqrt(1 + variation * variation);
        return Noise.percent(
                10_000,
                () -> new Sample(noise.rates(5, variation))
                        .geometricInterval()
                        .orElseThrow()
                        .contains(median));
    }

    private static double worst(ToDoubleFunction<Double> ofVariation) {
        return List.of(0.05, 0.1, 0.2, 0.5).stream()
                .mapToDouble(ofVariation)
                .max()
                .orElseThrow();
    }

    private static double falseSpeeds(Noise noise, int count) {
        return worst(variation -> Noise.percent(
                TRIALS,
                () -> SpeedGroups.of(new Sample(noise.rates(count, variation))).isPresent()));
    }

    /** How often the interval contains the mean of two speeds of which one came once. */
    private static double coverageOfAnOutlier(Noise noise, int count) {
        double factor = 3.5;
        double slowShare = 0.2;
        double mean = 1 - slowShare + slowShare / factor;
        return Noise.percent(TRIALS, () -> {
            while (true) {
                double[] rates = noise.rates(count, 0.05);
                int slow = 0;
                for (int i = 0; i < count; i++) {
                    if (noise.chance(slowShare)) {
                        rates[i] /= factor;
                        slow++;
                    }
                }
                if (slow == 1) {
                    return new Sample(rates).interval().orElseThrow().contains(mean);
                }
            }
        });
    }

    private static double speeds(Noise noise, int count, double factor, double slowShare) {
        return Noise.percent(TRIALS, () -> {
            double[] rates = noise.rates(count, 0.05);
            for (int i = 0; i < count; i++) {
                rates[i] /= noise.chance(slowShare) ? factor : 1;
            }
            return SpeedGroups.of(new Sample(rates)).isPresent();
        });
    }

    private static double placed(Noise noise, int count, double factor, double variation) {
        return Noise.percent(TRIALS, () -> {
            List<Measurement> iterations = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                boolean near = noise.chance(0.5);
                iterations.add(new Occasion()
                        .rate(noise.rate(variation) * (near ? factor : 1))
                        .at(near ? Distance.SAME_CPU : Distance.SAME_CACHE)
                        .measurement());
            }
            return new PlacedSpeeds(iterations).find().isPresent();
        });
    }

    /** Each sixteenth the server changes its CPU with a chance of one fifth; the client stays on CPU 0. */
    private static double within(Noise noise, double factor, double variation) {
        return Noise.percent(TRIALS, () -> {
            List<Measurement> iterations = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Occasion occasion = new Occasion().rate(noise.rate(variation));
                int before = noise.chance(0.5) ? 1 : 0;
                occasion.serverCpu(0, before);
                for (int part = 0; part < Occasion.PARTS; part++) {
                    int cpu = noise.chance(0.2) ? 1 - before : before;
                    double shareApart = (before + cpu) / 2.0;
                    occasion.serverCpu(part + 1, cpu).part(part, noise.rate(0.1) * Math.pow(factor, shareApart));
                    before = cpu;
                }
                iterations.add(occasion.measurement());
            }
            return new PlacedSpeeds(iterations).find().isPresent();
        });
    }

    /** How often the rule about the course of the measured parts fires. */
    private static double waits(Supplier<Waits> waits) {
        return Noise.percent(1000, () -> {
            List<Measurement> iterations = Stream.generate(
                            () -> waits.get().in(new Occasion()).measurement())
                    .limit(5)
                    .toList();
            return Summary.of(iterations).reasons().stream().anyMatch(reason -> reason.kind() == Kind.OTHER_LOAD);
        });
    }

    private static double fired(Noise noise, CourseRule rule, int count, double variation, double[] factors) {
        return Noise.percent(
                FEWER_TRIALS,
                () -> fires(
                        rule,
                        IntStream.range(0, count)
                                .mapToObj(i -> noisy(noise, variation, factors).measurement())
                                .toList()));
    }

    private static double stalls(Noise noise, int count, double variation) {
        return Noise.percent(FEWER_TRIALS, () -> {
            List<Measurement> iterations = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Occasion occasion = noisy(noise, variation, new double[0]);
                iterations.add((i == 2 ? occasion.part(9, 1 + 0.2 * Occasion.PARTS / 0.5) : occasion).measurement());
            }
            return fires(CourseRule.STALL, iterations);
        });
    }

    private static double worstOfLooks(ToDoubleFunction<Integer> ofLooks) {
        return List.of(20, 50, 200, 1000).stream().mapToDouble(ofLooks).max().orElseThrow();
    }

    /** One of the iterations stands still for a share of its time. */
    private static double standstills(Noise noise, int looks, double share) {
        return Noise.percent(FEWER_TRIALS, () -> {
            List<Measurement> iterations = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                iterations.add(new Occasion()
                        .serverGaps(noise.gaps(looks, Occasion.NANOS, i == 2 ? share : 0))
                        .measurement());
            }
            return fires(CourseRule.STALL, iterations);
        });
    }

    private static Occasion noisy(Noise noise, double variation, double[] factors) {
        Occasion occasion = new Occasion();
        for (int part = 0; part < Occasion.PARTS; part++) {
            occasion.part(part, noise.rate(variation) * (part < factors.length ? factors[part] : 1));
        }
        return occasion;
    }

    private static boolean fires(CourseRule rule, List<Measurement> iterations) {
        return rule.doubt(SampleEvidence.of(iterations)).isPresent();
    }

    private static double[] ramp(double last) {
        return IntStream.range(0, Occasion.PARTS)
                .mapToDouble(part -> 1 + (last - 1) * part / (Occasion.PARTS - 1))
                .toArray();
    }

    private static double differ(Noise noise, int rounds, double factor, double variation) {
        return Noise.percent(TRIALS, () -> differs(noise, rounds, factor, variation));
    }

    /** The machine disturbs both cells of a round alike. */
    private static boolean differs(Noise noise, int rounds, double factor, double variation) {
        double[] machine = noise.rates(rounds, 0.2);
        double[] slower = Arrays.stream(machine).map(speed -> speed / factor).toArray();
        return ComparisonTest.isDistinguishable(
                Comparison.paired(noise.rounds(machine, variation), noise.rounds(slower, variation))
                        .orElseThrow());
    }

    /** How often any word of a table of equal variants tells a difference. */
    private static double words(Noise noise, int variants, int cells) {
        return Noise.percent(TRIALS, () -> {
            double[] machine = noise.rates(5, 0.2);
            List<Comparison> table = new ArrayList<>();
            for (int cell = 0; cell < cells; cell++) {
                NavigableMap<Integer, Double> first = noise.rounds(machine, 0.1);
                for (int variant = 1; variant < variants; variant++) {
                    table.add(
                            Comparison.paired(noise.rounds(machine, 0.1), first).orElseThrow());
                }
            }
            return Outcome.of(table).stream().anyMatch(outcome -> outcome != Outcome.NO_DIFFERENCE_SEEN);
        });
    }

    /** How often a cell that is faster as the second variant is called so, beside cells that are not. */
    private static double found(Noise noise, int cells, int rounds, double factor) {
        return Noise.percent(TRIALS, () -> {
            double[] machine = noise.rates(rounds, 0.2);
            double[] faster =
                    Arrays.stream(machine).map(speed -> speed * factor).toArray();
            List<Comparison> table = new ArrayList<>();
            for (int cell = 0; cell < cells; cell++) {
                table.add(
                        Comparison.paired(noise.rounds(cell == 0 ? faster : machine, 0.05), noise.rounds(machine, 0.05))
                                .orElseThrow());
            }
            return Outcome.of(table).get(0) == Outcome.FASTER;
        });
    }

    /** Two machines have no rounds in common. */
    private static double apart(
            Noise noise, double factor, int rounds, double variation, int otherRounds, double otherVariation) {
        return Noise.percent(TRIALS, () -> {
            NavigableMap<Integer, Double> other = new TreeMap<>();
            for (int round = 1; round <= otherRounds; round++) {
                other.put(rounds + round, noise.rate(otherVariation) / factor);
            }
            NavigableMap<Integer, Double> cell = noise.rounds(steady(rounds), variation);
            return ComparisonTest.isDistinguishable(Comparison.of(cell, other));
        });
    }

    private static double[] steady(int rounds) {
        return IntStream.range(0, rounds).mapToDouble(round -> 1).toArray();
    }

    private static double quietRounds(Noise noise) {
        double worst = 0;
        for (double variation : new double[] {0.05, 0.1, 0.25}) {
            for (int cells : new int[] {5, 8, 12}) {
                worst = Math.max(worst, disturbed(noise, cells, variation, 1));
            }
        }
        return worst;
    }

    private static double disturbed(Noise noise, int cells, double variation, double disturbance) {
        return Noise.percent(
                TRIALS,
                () -> !Rounds.disturbed(cells(noise, cells, new double[] {1, 1, disturbance, 1, 1}, variation))
                        .isEmpty());
    }

    private static List<NavigableMap<Integer, Double>> cells(
            Noise noise, int count, double[] machine, double variation) {
        List<NavigableMap<Integer, Double>> cells = new ArrayList<>();
        for (int cell = 0; cell < count; cell++) {
            cells.add(noise.rounds(machine, variation));
        }
        return cells;
    }
}
