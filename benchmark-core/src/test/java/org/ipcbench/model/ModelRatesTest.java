package org.ipcbench.model;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.SimulatedRate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often cost models err, by simulation. Leaves the table behind docs/validation.md in {@code target/model-rates.md}. */
@Tag("full")
final class ModelRatesTest {
    private static final int TRIALS = 400;

    /** Of models that are checked against each size left out, of which each trial has nine or more. */
    private static final int CHECKED_TRIALS = 80;

    private static final RatesTable TABLE = new RatesTable("model-rates.md");

    private static final List<Double> SIZES = MadeUpSweep.sizes(64, 65536, 2);
    private static final List<Double> MORE_SIZES = MadeUpSweep.sizes(64, 1 << 20, 2);
    private static final List<Double> FEW_SIZES = MadeUpSweep.sizes(64, 65536, 4);

    private static final double KNEE = 8192;
    private static final DoubleUnaryOperator STRAIGHT = MadeUpSweep.straight(6000, 150);
    private static final DoubleUnaryOperator BENT = MadeUpSweep.bent(6000, 100, KNEE, 500);
    private static final DoubleUnaryOperator SLIGHTLY_BENT = MadeUpSweep.bent(6000, 200, KNEE, 400);
    private static final DoubleUnaryOperator JUMPING = MadeUpSweep.jumping(6000, 100, 10_000, 9000);

    /** What is simulated, between which percentages it has to happen, and how often it does. */
    @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
    private enum Simulation {
        FALSE_KNEE("knee", "straight, 11 sizes, CV 5 %", 0, 5, random -> knees(random, SIZES, STRAIGHT, 0.05)),
        FALSE_KNEE_NOISY("knee", "straight, 11 sizes, CV 15 %", 0, 5, random -> knees(random, SIZES, STRAIGHT, 0.15)),
        FALSE_KNEE_MORE(
                "knee", "straight, 15 sizes, CV 5 %", 0, 5, random -> knees(random, MORE_SIZES, STRAIGHT, 0.05)),
        KNEE_FOUND("knee", "5× beyond 8 KiB, 11 sizes, CV 5 %", 90, 100, random -> knees(random, SIZES, BENT, 0.05)),
        KNEE_NOISY("knee", "5× beyond 8 KiB, 11 sizes, CV 10 %", 40, 100, random -> knees(random, SIZES, BENT, 0.1)),
        KNEE_SLIGHT(
                "knee",
                "2× beyond 8 KiB, 11 sizes, CV 2 %",
                20,
                100,
                random -> knees(random, SIZES, SLIGHTLY_BENT, 0.02)),
        JUMP_FOUND(
                "knee",
                "jump to 2.2× at 10 KB, 11 sizes, CV 5 %",
                80,
                100,
                random -> knees(random, SIZES, JUMPING, 0.05)),
        KNEE_PLACE("knee's interval", "5× beyond 8 KiB, CV 3 %: covers the place", 85, 100, ModelRatesTest::place),

        LEFT_OUT(
                "left-out size",
                "straight, 11 sizes, CV 5 %",
                90,
                100,
                random -> leftOut(random, SIZES, STRAIGHT, 0.05)),
        LEFT_OUT_NOISY(
                "left-out size",
                "straight, 11 sizes, CV 15 %",
                90,
                100,
                random -> leftOut(random, SIZES, STRAIGHT, 0.15)),
        LEFT_OUT_FEW(
                "left-out size",
                "straight, 6 sizes, CV 5 %",
                90,
                100,
                random -> leftOut(random, FEW_SIZES, STRAIGHT, 0.05)),
        LEFT_OUT_BENT(
                "left-out size",
                "5× beyond 8 KiB, 11 sizes, CV 2 %",
                90,
                100,
                random -> leftOut(random, SIZES, BENT, 0.02)),
        LEFT_OUT_BENT_NOISY(
                "left-out size",
                "5× beyond 8 KiB, 11 sizes, CV 5 %",
                90,
                100,
                random -> leftOut(random, SIZES, BENT, 0.05)),
        LEFT_OUT_MORE(
                "left-out size",
                "5× beyond 8 KiB, 15 sizes, CV 5 %",
                90,
                100,
                random -> leftOut(random, MORE_SIZES, BENT, 0.05)),
        LEFT_OUT_JUMP(
                "left-out size",
                "jump to 2.2× at 10 KB, 11 sizes, CV 5 %",
                85,
                100,
                random -> leftOut(random, SIZES, JUMPING, 0.05)),
        LEFT_OUT_CURVED(
                "left-out size",
                "a curve instead of a line, 11 sizes, CV 3 %",
                90,
                100,
                random -> leftOut(random, SIZES, ModelRatesTest::curved, 0.03)),

        FIXED(
                "fixed cost's interval",
                "straight, 11 sizes, CV 5 %: covers it",
                92,
                98,
                random -> fixed(random, STRAIGHT)),
        FIXED_BENT(
                "fixed cost's interval",
                "5× beyond 8 KiB, 11 sizes, CV 5 %: covers it",
                90,
                100,
                random -> fixed(random, BENT)),

        REFUSED("refusal", "straight, 11 sizes, CV 5 %", 0, 2, random -> refused(random, SIZES, 0.05)),
        REFUSED_FEW("refusal", "straight, 6 sizes, CV 5 %", 0, 5, random -> refused(random, FEW_SIZES, 0.05)),
        REFUSED_NOISY("refusal", "straight, 11 sizes, CV 30 %", 80, 100, random -> refused(random, SIZES, 0.3));

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

    /** No line at all: a further byte costs the less, the more there are. */
    private static double curved(double bytes) {
        return 6000 + 1.5 * Math.pow(bytes, 0.9);
    }

    private static double knees(Random random, List<Double> sizes, DoubleUnaryOperator truth, double variation) {
        return percent(random, sizes, truth, variation, model -> !model.knees().isEmpty());
    }

    private static double place(Random random) {
        return percent(
                random,
                SIZES,
                BENT,
                0.03,
                model -> model.knees().stream().anyMatch(knee -> knee.interval().contains(KNEE)));
    }

    private static double fixed(Random random, DoubleUnaryOperator truth) {
        return percent(
                random,
                SIZES,
                truth,
                0.05,
                model -> model.pieces().get(0).fixedInterval().contains(truth.applyAsDouble(0)));
    }

    private static double refused(Random random, List<Double> sizes, double variation) {
        return 100
                * mean(
                        random,
                        new MadeUpSweep(sizes, STRAIGHT),
                        variation,
                        CHECKED_TRIALS,
                        CostModel::of,
                        model -> SizeSweep.obstacle(model).isEmpty() ? 0.0 : 1.0);
    }

    private static double percent(
            Random random,
            List<Double> sizes,
            DoubleUnaryOperator truth,
            double variation,
            Predicate<CostModel> happens) {
        return 100
                * mean(
                        random,
                        new MadeUpSweep(sizes, truth),
                        variation,
                        TRIALS,
                        CostModel::unchecked,
                        model -> happens.test(model) ? 1.0 : 0.0);
    }

    /** Share of the sizes that the models of the others predict. */
    private static double leftOut(Random random, List<Double> sizes, DoubleUnaryOperator truth, double variation) {
        return 100
                * mean(
                        random,
                        new MadeUpSweep(sizes, truth),
                        variation,
                        CHECKED_TRIALS,
                        CostModel::of,
                        model -> (double) model.predicted() / model.leftOut());
    }

    private static double mean(
            Random random,
            MadeUpSweep sweep,
            double variation,
            int trials,
            Function<List<SizeTime>, Optional<CostModel>> models,
            Function<CostModel, Double> figure) {
        double sum = 0;
        for (int trial = 0; trial < trials; trial++) {
            sum += models.apply(sweep.times(random, variation)).map(figure).orElse(0.0);
        }
        return sum / trials;
    }
}
