package org.ipcbench.model;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.SimulatedRate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often cost models err, by simulation. Leaves the table behind docs/validation.md in {@code target/model-rates.md}. */
final class ModelRatesTest {
    private static final int TRIALS = 1_000;

    private static final RatesTable TABLE = new RatesTable("model-rates.md");

    private static final List<Double> SIZES = MadeUpSweep.sizes(64, 65536, 2);
    private static final List<Double> FEW_SIZES = MadeUpSweep.sizes(64, 65536, 4);

    private static final DoubleUnaryOperator STRAIGHT = MadeUpSweep.straight(6000, 150);
    private static final DoubleUnaryOperator BENT = MadeUpSweep.bent(6000, 100, 8192, 500);
    private static final DoubleUnaryOperator JUMPING = MadeUpSweep.jumping(6000, 100, 10_000, 9000);

    /** What is simulated, between which percentages it has to happen, and how often it does. */
    private enum Simulation {
        FIXED(
                "fixed cost's interval",
                "straight, 11 sizes, CV 5 %: covers it",
                92,
                98,
                random -> fixed(random, SIZES, STRAIGHT)),
        FIXED_FEW(
                "fixed cost's interval",
                "straight, 6 sizes, CV 5 %: covers it",
                92,
                98,
                random -> fixed(random, FEW_SIZES, STRAIGHT)),
        FIXED_BENT(
                "fixed cost's interval",
                "5× beyond 8 KiB, 11 sizes, CV 5 %: covers it",
                90,
                100,
                random -> fixed(random, SIZES, BENT)),
        REFUSED("refusal", "straight, 11 sizes, CV 5 %", 0, 2, random -> refused(random, SIZES, STRAIGHT, 0.05)),
        REFUSED_FEW("refusal", "straight, 6 sizes, CV 5 %", 0, 5, random -> refused(random, FEW_SIZES, STRAIGHT, 0.05)),
        REFUSED_NOISY(
                "refusal", "straight, 11 sizes, CV 30 %", 80, 100, random -> refused(random, SIZES, STRAIGHT, 0.3)),
        REFUSED_BENT(
                "refusal", "5× beyond 8 KiB, 11 sizes, CV 5 %", 0, 5, random -> refused(random, SIZES, BENT, 0.05)),
        REFUSED_JUMP(
                "refusal",
                "jump to 2.2× at 10 KB, 11 sizes, CV 5 %",
                70,
                100,
                random -> refused(random, SIZES, JUMPING, 0.05));

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final SimulatedRate<Random> rate;

        Simulation(String rule, String occasion, double least, double most, ToDoubleFunction<Random> percent) {
            rate = new SimulatedRate<>(rule, occasion, least, most, percent);
        }
    }

    @ParameterizedTest
    @EnumSource
    void modelErrsAsSeldomAsDocumented(Simulation simulation) {
        simulation.rate.check(new Random(17), TABLE);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double fixed(Random random, List<Double> sizes, DoubleUnaryOperator truth) {
        return percent(
                random,
                new MadeUpSweep(sizes, truth),
                0.05,
                model -> model.fixedInterval().contains(truth.applyAsDouble(0)));
    }

    private static double refused(Random random, List<Double> sizes, DoubleUnaryOperator truth, double variation) {
        return percent(
                random,
                new MadeUpSweep(sizes, truth),
                variation,
                model -> !SizeSweep.obstacle(model).isEmpty());
    }

    private static double percent(Random random, MadeUpSweep sweep, double variation, Predicate<CostModel> happens) {
        return Noise.percent(
                TRIALS,
                () -> CostModel.of(sweep.times(random, variation))
                        .filter(happens)
                        .isPresent());
    }
}
