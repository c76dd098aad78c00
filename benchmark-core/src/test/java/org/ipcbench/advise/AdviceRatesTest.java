package org.ipcbench.advise;

import static org.ipcbench.advise.MadeUpTrial.TARGET;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.ipcbench.advise.Advice.Change;
import org.ipcbench.analysis.LatencyBound.Answer;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.SimulatedRate;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Work;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often advice errs, by simulation. Leaves the table behind docs/validation.md in {@code target/advice-rates.md}. */
final class AdviceRatesTest {
    private static final int TRIALS = 2000;
    private static final double CHEAP_MICROS = 4;
    private static final Target CALLS = TARGET.of(Shape.of(800).worked(new Work(Work.Kind.BUSY, 75_000)));
    private static final RatesTable TABLE = new RatesTable("advice-rates.md");

    /** What is simulated, between which percentages it has to happen, and how often it does. */
    private enum Simulation {
        FALSE_MEETS_3(
                "a wrong *meets*",
                "p99 at its limit, n = 3, CV 20 %",
                0,
                4,
                noise -> answer(noise, Answer.MEETS, 1, 3, 0.2)),
        FALSE_MEETS_5(
                "a wrong *meets*",
                "p99 at its limit, n = 5, CV 20 %",
                0,
                4,
                noise -> answer(noise, Answer.MEETS, 1, 5, 0.2)),
        FALSE_MEETS_WIDE(
                "a wrong *meets*",
                "p99 at its limit, n = 5, CV 50 %",
                0,
                4,
                noise -> answer(noise, Answer.MEETS, 1, 5, 0.5)),
        FALSE_MEETS_ABOVE(
                "a wrong *meets*",
                "p99 10 % above its limit, n = 5, CV 20 %",
                0,
                2,
                noise -> answer(noise, Answer.MEETS, 1.1, 5, 0.2)),
        FALSE_MEETS_ONCE(
                "a wrong *meets*",
                "p99 at its limit, n = 1, CV 30 %",
                0,
                4,
                noise -> answer(noise, Answer.MEETS, 1, 1, 0.3)),
        FALSE_MISSES_5(
                "a wrong *misses*",
                "p99 at its limit, n = 5, CV 20 %",
                0,
                4,
                noise -> answer(noise, Answer.MISSES, 1, 5, 0.2)),
        FALSE_MISSES_ONCE(
                "a wrong *misses*",
                "p99 at its limit, n = 1, CV 30 %",
                0,
                4,
                noise -> answer(noise, Answer.MISSES, 1, 1, 0.3)),
        MEETS_NEAR(
                "meets",
                "p99 at 0.8 of its limit, n = 5, CV 10 %",
                85,
                100,
                noise -> answer(noise, Answer.MEETS, 0.8, 5, 0.1)),
        MEETS_NEAR_3(
                "meets",
                "p99 at 0.8 of its limit, n = 3, CV 10 %",
                60,
                90,
                noise -> answer(noise, Answer.MEETS, 0.8, 3, 0.1)),
        MEETS_HALF(
                "meets",
                "p99 at half of its limit, n = 5, CV 30 %",
                80,
                100,
                noise -> answer(noise, Answer.MEETS, 0.5, 5, 0.3)),
        MEETS_HALF_10(
                "meets",
                "p99 at 0.4 of its limit, n = 10, CV 50 %",
                80,
                100,
                noise -> answer(noise, Answer.MEETS, 0.4, 10, 0.5)),
        MEETS_ONCE(
                "meets",
                "p99 at 0.4 of its limit, n = 1, CV 20 %",
                75,
                100,
                noise -> answer(noise, Answer.MEETS, 0.4, 1, 0.2)),
        MISSES_TWICE(
                "misses",
                "p99 at twice its limit, n = 5, CV 30 %",
                80,
                100,
                noise -> answer(noise, Answer.MISSES, 2, 5, 0.3)),
        EQUAL_STAYS(
                "a wrong *takes over*",
                "two equal candidates, CPU n = 5, CV 5 %",
                0,
                3,
                noise -> takesOver(noise, 1, 0.05)),
        EQUAL_STAYS_NOISY(
                "a wrong *takes over*",
                "two equal candidates, CPU n = 5, CV 10 %",
                0,
                12,
                noise -> takesOver(noise, 1, 0.1)),
        TAKES_OVER(
                "takes over",
                "the other one cheaper by 1.3×, CPU n = 5, CV 10 %",
                90,
                100,
                noise -> takesOver(noise, 1 / 1.3, 0.1)),
        DEAR(
                "a wrong *take it*",
                "a candidate dearer by 1.3× than the cheapest of 12, CPU n = 5, CV 10 %",
                0,
                3,
                noise -> recommendsDear(noise, 1.3)),
        DEAR_SLIGHTLY(
                "a wrong *take it*",
                "a candidate dearer by 1.2× than the cheapest of 12, CPU n = 5, CV 10 %",
                0,
                20,
                noise -> recommendsDear(noise, 1.2)),
        FALSE_NEGLIGIBLE_3(
                "a wrong *hardly matters*",
                "medians differ by 5 % of a call, n = 3, CV 1 %",
                0,
                4,
                noise -> difference(noise, CallDifference.Kind.NEGLIGIBLE, 3, 0.01, 0.05)),
        FALSE_NEGLIGIBLE_5(
                "a wrong *hardly matters*",
                "medians differ by 5 % of a call, n = 5, CV 3 %",
                0,
                4,
                noise -> difference(noise, CallDifference.Kind.NEGLIGIBLE, 5, 0.03, 0.05)),
        FALSE_NEGLIGIBLE_OF_MANY(
                "a wrong *hardly matters*",
                "medians of six differ by 0 to 5 % of a call, n = 3, CV 2 %",
                0,
                4,
                noise -> difference(noise, CallDifference.Kind.NEGLIGIBLE, 3, 0.02, 0.01, 0.02, 0.03, 0.04, 0.05)),
        NEGLIGIBLE_3(
                "*hardly matters*",
                "medians differ by 1 % of a call, n = 3, CV 1 %",
                50,
                100,
                noise -> difference(noise, CallDifference.Kind.NEGLIGIBLE, 3, 0.01, 0.01)),
        NEGLIGIBLE_5(
                "*hardly matters*",
                "medians differ by 1 % of a call, n = 5, CV 1 %",
                90,
                100,
                noise -> difference(noise, CallDifference.Kind.NEGLIGIBLE, 5, 0.01, 0.01)),
        NEGLIGIBLE_NOISY(
                "*hardly matters*",
                "medians differ by 1 % of a call, n = 5, CV 3 %",
                10,
                30,
                noise -> difference(noise, CallDifference.Kind.NEGLIGIBLE, 5, 0.03, 0.01)),
        FALSE_CONSIDERABLE_3(
                "a wrong *the transport matters*",
                "medians differ by 5 % of a call, n = 3, CV 3 %",
                0,
                4,
                noise -> difference(noise, CallDifference.Kind.CONSIDERABLE, 3, 0.03, 0.05)),
        FALSE_CONSIDERABLE_OF_MANY(
                "a wrong *the transport matters*",
                "medians of six differ by 0 or 5 % of a call, n = 3, CV 3 %",
                0,
                10,
                noise -> difference(noise, CallDifference.Kind.CONSIDERABLE, 3, 0.03, 0, 0, 0.05, 0.05, 0.05)),
        CONSIDERABLE_3(
                "*the transport matters*",
                "medians differ by 15 % of a call, n = 3, CV 3 %",
                40,
                100,
                noise -> difference(noise, CallDifference.Kind.CONSIDERABLE, 3, 0.03, 0.15)),
        CONSIDERABLE_5(
                "*the transport matters*",
                "medians differ by 15 % of a call, n = 5, CV 3 %",
                80,
                100,
                noise -> difference(noise, CallDifference.Kind.CONSIDERABLE, 5, 0.03, 0.15));

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final SimulatedRate<Noise> rate;

        Simulation(String what, String occasion, double least, double most, ToDoubleFunction<Noise> percent) {
            rate = new SimulatedRate<>(what, occasion, least, most, percent);
        }
    }

    @ParameterizedTest
    @EnumSource
    void adviceErrsAsSeldomAsDocumented(Simulation simulation) {
        simulation.rate.check(new Noise(), TABLE);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double answer(Noise noise, Answer answer, double share, int iterations, double variation) {
        return Noise.percent(
                TRIALS,
                () -> TARGET.judge(trial(noise, "a", share, 1, iterations, variation, 0))
                        .answer()
                        .equals(answer));
    }

    /** The incumbent and another one, both far below the limit. */
    private static double takesOver(Noise noise, double costOfOther, double variation) {
        return Noise.percent(TRIALS, () -> {
            Advice elsewhere = Advice.of(
                    TARGET,
                    List.of(
                            trial(noise, "a", 0.1, 1, 5, 0.1, variation),
                            trial(noise, "b", 0.1, costOfOther, 5, 0.1, variation)));
            return Change.of("a", elsewhere).kind() == Change.Kind.TAKES_OVER;
        });
    }

    /** One candidate's calls take 100 us in the median, the others' are longer by these shares of them. */
    private static double difference(
            Noise noise, CallDifference.Kind kind, int iterations, double variation, double... longer) {
        return Noise.percent(TRIALS, () -> {
            List<Trial> trials = new ArrayList<>();
            trials.add(called(noise, "fastest", iterations, variation, 0));
            for (int other = 0; other < longer.length; other++) {
                trials.add(called(noise, "other" + other, iterations, variation, longer[other]));
            }
            return Advice.of(CALLS, trials).difference().orElseThrow().kind() == kind;
        });
    }

    private static Trial called(Noise noise, String candidate, int iterations, double variation, double longer) {
        return MadeUpTrial.called(
                candidate,
                CHEAP_MICROS,
                DoubleStream.of(medianRates(noise, iterations, variation))
                        .map(rate -> 100_000 * (1 + longer) * rate)
                        .toArray());
    }

    /** Eleven candidates cost more and have a greater margin; the cheapest is the slowest. */
    private static double recommendsDear(Noise noise, double factor) {
        return Noise.percent(TRIALS, () -> {
            List<Trial> trials = new ArrayList<>();
            trials.add(trial(noise, "cheapest", 0.5, 1, 5, 0.05, 0.1));
            trials.add(trial(noise, "dear", 0.05, factor, 5, 0.05, 0.1));
            for (int other = 0; other < 10; other++) {
                trials.add(trial(noise, "other" + other, 0.1, 2, 5, 0.05, 0.1));
            }
            return !Advice.of(TARGET, trials)
                    .recommended()
                    .orElseThrow()
                    .candidate()
                    .equals("cheapest");
        });
    }

    private static Trial trial(
            Noise noise,
            String candidate,
            double share,
            double cost,
            int iterations,
            double variation,
            double costVariation) {
        double[] p99s = DoubleStream.of(medianRates(noise, iterations, variation))
                .map(rate -> share * TARGET.p99Nanos() * rate)
                .toArray();
        LateShare late =
                LateShare.of(Sample.of(DoubleStream.of(p99s).map(MadeUpTrial::lateShare)), List.of(), false, 0, 0);
        double cpuMicros = CHEAP_MICROS
                * cost
                * DoubleStream.of(noise.rates(iterations, costVariation))
                        .average()
                        .orElseThrow();
        return Trial.of(
                candidate,
                candidate,
                MadeUpTrial.figures(
                        OptionalDouble.of(1),
                        OptionalDouble.of(new Sample(p99s).geometricMean()),
                        Optional.of(late),
                        0,
                        (double) TARGET.ratePerSecond(),
                        (double) TARGET.ratePerSecond(),
                        1e3 * cpuMicros,
                        iterations,
                        Verdict.Level.VALID));
    }

    /** Rates around a median of 1 instead of a mean of 1. */
    private static double[] medianRates(Noise noise, int count, double variation) {
        double medianOfMeanOne = 1 / Math.sqrt(1 + variation * variation);
        return DoubleStream.of(noise.rates(count, variation))
                .map(rate -> rate / medianOfMeanOne)
                .toArray();
    }
}
