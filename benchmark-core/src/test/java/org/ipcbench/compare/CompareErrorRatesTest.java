package org.ipcbench.compare;

import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.ipcbench.analysis.SimulatedRate;
import org.ipcbench.analysis.statistics.Comparison.Outcome;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.compare.Side.MeasuredCell;
import org.ipcbench.compare.SideComparison.ComparedCell;
import org.ipcbench.compare.SideComparison.GatedCell;
import org.ipcbench.compare.SideComparison.NotComparableException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often the comparison of two runs and its gate err, by simulation. Leaves the table behind docs/validation.md in
 * {@code target/compare-error-rates.md}.
 */
@Tag("full")
final class CompareErrorRatesTest {
    private static final int TRIALS = 500;
    private static final int CELLS = 12;
    private static final String REFERENCE = "reference";
    private static final RatesTable TABLE = new RatesTable("compare-error-rates.md");

    /** What is simulated, between which percentages it has to happen, and how often it does. */
    private enum Simulation {
        EQUAL_3("a wrong faster or slower", "12 equal cells, n = 3, CV 5 %", 0, 7, noise -> word(noise, pair(3, 0.05))),
        EQUAL_5("a wrong faster or slower", "12 equal cells, n = 5, CV 5 %", 0, 7, noise -> word(noise, pair(5, 0.05))),
        EQUAL_20(
                "a wrong faster or slower", "12 equal cells, n = 5, CV 20 %", 0, 7, noise -> word(noise, pair(5, 0.2))),
        EQUAL_UNLIKE(
                "a wrong faster or slower",
                "12 equal cells, n = 10 with CV 5 %, now n = 5 with CV 20 %",
                0,
                12,
                noise -> word(noise, new Pair(10, 0.05, 5, 0.2, CELLS, 0, 1, 1, 0))),
        EQUAL_TWO_SPEEDS(
                "a wrong faster or slower",
                "12 equal cells with two speeds, 3.5×, 50:50, n = 5, CV 5 %",
                0,
                7,
                noise -> word(noise, pair(5, 0.05).slowly(0.5))),
        EQUAL_SECOND_SPEED(
                "a wrong faster or slower",
                "12 equal cells with two speeds, 3.5×, 80:20, n = 5, CV 5 %",
                0,
                7,
                noise -> word(noise, pair(5, 0.05).slowly(0.2))),
        TEN_ALONE(
                "slower",
                "the only cell 10 % slower, n = 5, CV 5 %",
                65,
                90,
                noise -> word(noise, pair(5, 0.05).cells(1).slowed(1, 0.9))),
        TEN_OF_12(
                "slower",
                "one of 12 cells 10 % slower, n = 5, CV 5 %",
                10,
                40,
                noise -> word(noise, pair(5, 0.05).slowed(1, 0.9))),
        TEN_OF_12_LONG(
                "slower",
                "one of 12 cells 10 % slower, n = 10, CV 5 %",
                75,
                95,
                noise -> word(noise, pair(10, 0.05).slowed(1, 0.9))),
        TEN_ALL(
                "slower, at least one",
                "all 12 cells 10 % slower, n = 5, CV 5 %",
                80,
                100,
                noise -> word(noise, pair(5, 0.05).slowed(CELLS, 0.9))),
        VISIBLE(
                "a difference as large as `detectable from`",
                "12 cells, n = 5, CV 5 %",
                70,
                90,
                CompareErrorRatesTest::visible),
        GATE_EQUAL("`slower:5%` fails", "12 equal cells, n = 5, CV 5 %", 0, 1, noise -> gate(noise, pair(5, 0.05))),
        GATE_EQUAL_20("`slower:5%` fails", "12 equal cells, n = 5, CV 20 %", 0, 3, noise -> gate(noise, pair(5, 0.2))),
        GATE_LIMIT(
                "`slower:5%` fails",
                "all 12 cells 5 % slower, n = 5, CV 5 %",
                0,
                5,
                noise -> gate(noise, pair(5, 0.05).slowed(CELLS, 0.95))),
        GATE_LIMIT_EXACT(
                "`slower:5%` fails",
                "all 12 cells 5 % slower, n = 10, CV 1 %",
                0,
                5,
                noise -> gate(noise, pair(10, 0.01).slowed(CELLS, 0.95))),
        GATE_TEN(
                "`slower:5%` fails",
                "one of 12 cells 10 % slower, n = 10, CV 2 %",
                70,
                100,
                noise -> gate(noise, pair(10, 0.02).slowed(1, 0.9))),
        GATE_TWENTY(
                "`slower:5%` fails",
                "one of 12 cells 20 % slower, n = 10, CV 5 %",
                95,
                100,
                noise -> gate(noise, pair(10, 0.05).slowed(1, 0.8))),
        RULER_NEEDED(
                "a wrong faster or slower",
                "12 equal cells, n = 5, CV 5 %, machine at 0.7, no reference",
                95,
                100,
                noise -> word(noise, pair(5, 0.05).machine(0.7))),
        RULER_EQUAL(
                "a wrong faster or slower",
                "12 equal cells, n = 5, CV 5 %, machine at 0.7, reference",
                0,
                7,
                noise -> ruled(noise, pair(5, 0.05).machine(0.7))),
        RULER_TEN(
                "slower",
                "one of 12 cells 10 % slower, n = 10, CV 3 %, machine at 0.7, reference",
                75,
                100,
                noise -> ruled(noise, pair(10, 0.03).machine(0.7).slowed(1, 0.9)));

        @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
        private final SimulatedRate<Noise> rate;

        Simulation(String event, String occasion, double least, double most, ToDoubleFunction<Noise> percent) {
            rate = new SimulatedRate<>(event, occasion, least, most, percent);
        }
    }

    /** Two runs: rounds and scatter of each, their cells, how many of them NEW slows down to what, and its machine's speed. */
    private record Pair(
            int baseRounds,
            double baseVariation,
            int rounds,
            double variation,
            int cells,
            int slowedCells,
            double slowedTo,
            double machine,
            double slowShare) {
        private static final double OTHER_SPEED = 3.5;

        /** The same with so many iterations at another speed. */
        Pair slowly(double share) {
            return new Pair(baseRounds, baseVariation, rounds, variation, cells, slowedCells, slowedTo, machine, share);
        }

        private double[] rates(Noise noise, int number, double scatter) {
            double[] rates = noise.rates(number, scatter);
            for (int round = 0; round < number; round++) {
                rates[round] /= slowShare > 0 && noise.chance(slowShare) ? OTHER_SPEED : 1;
            }
            return rates;
        }

        Pair cells(int number) {
            return new Pair(
                    baseRounds, baseVariation, rounds, variation, number, slowedCells, slowedTo, machine, slowShare);
        }

        Pair slowed(int number, double to) {
            return new Pair(baseRounds, baseVariation, rounds, variation, cells, number, to, machine, slowShare);
        }

        Pair machine(double speed) {
            return new Pair(
                    baseRounds, baseVariation, rounds, variation, cells, slowedCells, slowedTo, speed, slowShare);
        }

        List<SideComparison> compared(Noise noise, References references) {
            MeasuredCell[] before = new MeasuredCell[cells + 1];
            MeasuredCell[] now = new MeasuredCell[cells + 1];
            for (int i = 0; i <= cells; i++) {
                String name = i == cells ? REFERENCE : "cell" + i;
                double speed = i < slowedCells ? slowedTo * machine : machine;
                before[i] = SampleSides.cell(name, 64, rates(noise, baseRounds, baseVariation));
                double[] rates = rates(noise, rounds, variation);
                for (int round = 0; round < rounds; round++) {
                    rates[round] *= speed;
                }
                now[i] = SampleSides.cell(name, 64, rates);
            }
            try {
                return SideComparison.of(
                        SampleSides.run("base", references.transports().isEmpty() ? withoutRuler(before) : before),
                        List.of(SampleSides.run("new", references.transports().isEmpty() ? withoutRuler(now) : now)),
                        references);
            } catch (NotComparableException e) {
                throw new IllegalStateException(e);
            }
        }

        private static MeasuredCell[] withoutRuler(MeasuredCell[] cells) {
            return List.of(cells).subList(0, cells.length - 1).toArray(new MeasuredCell[0]);
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

    private static Pair pair(int rounds, double variation) {
        return new Pair(rounds, variation, rounds, variation, CELLS, 0, 1, 1, 0);
    }

    private static double word(Noise noise, Pair pair) {
        return word(noise, pair, References.NONE);
    }

    private static double ruled(Noise noise, Pair pair) {
        return word(noise, pair, new References(List.of(REFERENCE)));
    }

    /** How often any of the slowed cells is called slower; where none is, how often any is called slower or faster. */
    private static double word(Noise noise, Pair pair, References references) {
        return Noise.percent(TRIALS, () -> {
            List<ComparedCell> cells = pair.compared(noise, references).get(0).cells();
            return pair.slowedCells() == 0
                    ? cells.stream()
                            .anyMatch(cell -> cell.outcome() == Outcome.FASTER || cell.outcome() == Outcome.SLOWER)
                    : cells.subList(0, pair.slowedCells()).stream().anyMatch(cell -> cell.outcome() == Outcome.SLOWER);
        });
    }

    private static double gate(Noise noise, Pair pair) {
        Gate gate = new Gate(Gate.Figure.SPEED, 0.05);
        return Noise.percent(
                TRIALS,
                () -> GatedCell.of(gate, pair.compared(noise, References.NONE)).stream()
                        .anyMatch(GatedCell::fails));
    }

    /** Says what would be visible among equal cells, and slows the first cell of the next pair down by just that. */
    private static double visible(Noise noise) {
        Pair equal = pair(5, 0.05);
        return Noise.percent(TRIALS, () -> {
            double visible = equal.compared(noise, References.NONE).get(0).cells().stream()
                    .flatMapToDouble(cell -> cell.minimumDetectableDifference().stream())
                    .average()
                    .orElseThrow();
            return equal.slowed(1, 1 / (1 + visible))
                            .compared(noise, References.NONE)
                            .get(0)
                            .cells()
                            .get(0)
                            .outcome()
                    == Outcome.SLOWER;
        });
    }
}
