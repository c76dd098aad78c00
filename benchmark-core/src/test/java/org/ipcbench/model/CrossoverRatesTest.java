package org.ipcbench.model;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.SimulatedRate;
import org.ipcbench.model.CostModels.CrossoverSearch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often crossovers are found where there are none, and where there is one. Leaves its table in {@code target/crossover-rates.md}. */
final class CrossoverRatesTest {
    private static final int TRIALS = 400;
    private static final RatesTable TABLE = new RatesTable("crossover-rates.md");
    private static final int[] SIZES = {64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};

    /** Where the curves of the simulation cross. */
    private static final int PLACE = 3000;

    private static final DoubleUnaryOperator FLAT = MadeUpSweep.straight(10_000, 0);
    private static final DoubleUnaryOperator STEEP = MadeUpSweep.straight(7_000, 1_024); // 10 us at 3000 bytes

    /** What is simulated, between which percentages it has to happen, and how often it does. */
    private enum Simulation {
        EQUAL("2 equal transports, 3 rounds, CV 5 %", 0, 1, noise -> any(noise, 2, FLAT, 3, 0.05)),
        EQUAL_MANY("12 equal transports, 3 rounds, CV 5 %", 0, 2, noise -> any(noise, 12, FLAT, 3, 0.05)),
        EQUAL_NOISY("12 equal transports, 5 rounds, CV 20 %", 0, 2, noise -> any(noise, 12, FLAT, 5, 0.2)),
        EQUAL_LATER(
                "one faster by 1.4× up to 2 KiB, equal from 4 KiB on, 3 rounds, CV 5 %",
                0, 5, noise -> any(noise, 2, CrossoverRatesTest::laterEqual, 3, 0.05)),
        EQUAL_LATER_LONGER(
                "the same, 10 rounds", 0, 5, noise -> any(noise, 2, CrossoverRatesTest::laterEqual, 10, 0.05)),
        EQUAL_LATER_AMONG(
                "the same among 6, 5 rounds", 0, 5, noise -> any(noise, 6, CrossoverRatesTest::laterEqual, 5, 0.05)),
        CROSSING("fixed cost 0.7×, 10 × per KiB, 3 rounds, CV 5 %", 90, 100, noise -> at(noise, 2, STEEP, 3, 0.05)),
        CROSSING_NOISY("the same, CV 15 %, 5 rounds", 60, 100, noise -> at(noise, 2, STEEP, 5, 0.15)),
        CROSSING_AMONG("the same among 12, 3 rounds, CV 5 %", 90, 100, noise -> at(noise, 12, STEEP, 3, 0.05)),
        CROSSING_SLIGHT(
                "from 10 % faster to 10 % slower, 5 rounds, CV 5 %",
                50, 100, noise -> at(noise, 2, CrossoverRatesTest::slight, 5, 0.05)),
        CROSSING_SLIGHT_FEW("the same, 3 rounds", 20, 100, noise -> at(noise, 2, CrossoverRatesTest::slight, 3, 0.05));

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final SimulatedRate<Noise> rate;

        Simulation(String occasion, double least, double most, ToDoubleFunction<Noise> percent) {
            rate = new SimulatedRate<>("crossover", occasion, least, most, percent);
        }
    }

    @ParameterizedTest
    @EnumSource
    void crossoversErrAsSeldomAsDocumented(Simulation simulation) {
        simulation.rate.check(new Noise(), TABLE);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double laterEqual(double bytes) {
        return bytes < PLACE ? 7_000 : 10_000;
    }

    private static double slight(double bytes) {
        return bytes < PLACE ? 9_000 : 11_000;
    }

    private static double any(Noise noise, int transports, DoubleUnaryOperator first, int rounds, double variation) {
        return percent(noise, transports, first, rounds, variation, crossing -> true);
    }

    /** Crossings of the first transport that have the place between their sizes. */
    private static double at(Noise noise, int transports, DoubleUnaryOperator first, int rounds, double variation) {
        return percent(
                noise,
                transports,
                first,
                rounds,
                variation,
                crossing -> crossing.below() == 0 && crossing.from() < PLACE && PLACE < crossing.to());
    }

    /** How often there is such a crossing: all but the first transport take 10 us at every size. */
    private static double percent(
            Noise noise,
            int transports,
            DoubleUnaryOperator first,
            int rounds,
            double variation,
            Predicate<CrossoverSearch.Crossing> counts) {
        return Noise.percent(TRIALS, () -> {
            List<NavigableMap<Integer, NavigableMap<Integer, Double>>> speeds = new ArrayList<>();
            for (int transport = 0; transport < transports; transport++) {
                speeds.add(new TreeMap<>());
            }
            for (int size : SIZES) {
                double[] machine = noise.rates(rounds, 0.2);
                for (int transport = 0; transport < transports; transport++) {
                    double nanos = (transport == 0 ? first : FLAT).applyAsDouble(size);
                    NavigableMap<Integer, Double> ofRound = noise.rounds(machine, variation);
                    ofRound.replaceAll((round, rate) -> 1e9 / nanos * rate);
                    speeds.get(transport).put(size, ofRound);
                }
            }
            return CrossoverSearch.crossings(speeds).stream().anyMatch(counts);
        });
    }
}
