package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.ipcbench.analysis.Noise;
import org.ipcbench.analysis.RatesTable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often ranks err, and what they find, by simulation. In each round the machine slows all cells down alike, by 20 %. Leaves its
 * table in {@code target/rank-rates.md}.
 */
final class RankRatesTest {
    private static final int TRIALS = 500;
    private static final RatesTable TABLE = new RatesTable("rank-rates.md");

    /** How cells scatter. */
    private enum Scatter {
        ALIKE("CV 10 %") {
            @Override
            double of(int cell, int cells) {
                return 0.1;
            }
        },
        ONE_WILD("CV 3 %, one 50 %") {
            @Override
            double of(int cell, int cells) {
                return cell == 0 ? 0.5 : 0.03;
            }
        },
        TWO_WIDER("CV 3 %, two 10 %") {
            @Override
            double of(int cell, int cells) {
                return cell < 2 ? 0.1 : 0.03;
            }
        },
        HALF("CV 2 %, half of them 20 %") {
            @Override
            double of(int cell, int cells) {
                return cell < cells / 2 ? 0.2 : 0.02;
            }
        },
        SPREAD("CV from 2 to 50 %") {
            @Override
            double of(int cell, int cells) {
                return 0.02 * Math.pow(25, cell / (cells - 1.0));
            }
        };

        private final String words;

        Scatter(String words) {
            this.words = words;
        }

        abstract double of(int cell, int cells);
    }

    /** Five rounds of twelve equal cells, of which none is faster than another. */
    @Test
    void equalCellsAreSeldomToldApart() {
        assertThat(anyOrder(12, 5, Scatter.ALIKE)).isLessThan(5);
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({
        "ALIKE, 3, 3",
        "ALIKE, 3, 5",
        "ALIKE, 12, 3",
        "ALIKE, 12, 10",
        "ALIKE, 24, 5",
        "ONE_WILD, 4, 3",
        "ONE_WILD, 12, 3",
        "ONE_WILD, 12, 5",
        "ONE_WILD, 24, 3",
        "TWO_WIDER, 12, 3",
        "TWO_WIDER, 12, 5",
        "TWO_WIDER, 24, 3",
        "TWO_WIDER, 24, 5",
        "HALF, 4, 5",
        "HALF, 12, 5",
        "SPREAD, 4, 3",
        "SPREAD, 4, 5",
        "SPREAD, 12, 5",
        "SPREAD, 12, 10"
    })
    void equalCellsAreSeldomToldApartHoweverTheyScatter(Scatter scatter, int cells, int rounds) {
        assertThat(anyOrder(cells, rounds, scatter)).isLessThan(8);
    }

    /** Cells got one to three more rounds than the others, as if each had been given more time. */
    @Tag("full")
    @Test
    void moreRoundsOfSomeCellsMisleadNobody() {
        Noise noise = new Noise();
        double wrong = Noise.percent(TRIALS, () -> {
            double[] machine = noise.rates(8, 0.2);
            List<NavigableMap<Integer, Double>> cells = new ArrayList<>();
            for (int cell = 0; cell < 12; cell++) {
                cells.add(noise.rounds(Arrays.copyOf(machine, 5 + cell % 4), 0.1));
            }
            return isAnyRanked(cells);
        });

        TABLE.add("any wrong order", "12 equal cells of 5 to 8 rounds, CV 10 %", wrong);
        assertThat(wrong).isLessThan(7);
    }

    /** In percent: between which bounds the first of some cells stands alone if it leads the others, which are equal. */
    @ParameterizedTest
    @CsvSource({"12, 5, 1.2, 50, 80", "12, 5, 1.5, 97, 100", "2, 5, 1.2, 95, 100"})
    void aLeaderStandsAlone(int cells, int rounds, double lead, double least, double most) {
        Noise noise = new Noise();
        double alone = Noise.percent(TRIALS, () -> isAlone(leading(noise, cells, rounds, lead)));

        TABLE.add(
                "the best stands alone",
                "%d cells, ahead by %.1f×, %d rounds, CV 5 %%".formatted(cells, lead, rounds),
                alone);
        assertThat(alone).isBetween(least, most);
    }

    /** The scattered cell may share the first place, but each of the others is ranked behind the leader. */
    @Test
    void aScatteredCellHidesNoLead() {
        Noise noise = new Noise();
        double found = Noise.percent(TRIALS, () -> {
            double[] machine = noise.rates(5, 0.2);
            List<NavigableMap<Integer, Double>> cells = new ArrayList<>();
            for (int cell = 0; cell < 11; cell++) {
                cells.add(noise.rounds(cell == 0 ? times(1.5, machine) : machine, 0.05));
            }
            cells.add(noise.rounds(machine, 0.5));
            Ranks ranks = Ranks.of(cells);
            return cells.subList(1, 11).stream().allMatch(cell -> ranks.of(cells.indexOf(cell)) > 1);
        });

        TABLE.add(
                "all are told from the best", "11 cells, ahead by 1.5×, and one with CV 50 %, 5 rounds, CV 5 %", found);
        assertThat(found).isGreaterThan(90);
    }

    /** Cells behind a leader are equal, and none of them is told from another. */
    @Test
    void equalCellsBehindALeaderAreNotOrdered() {
        Noise noise = new Noise();
        double wrong = Noise.percent(TRIALS, () -> {
            Ranks ranks = Ranks.of(leading(noise, 12, 5, 1.2));
            for (int cell = 1; cell < 12; cell++) {
                for (int other = 1; other < cell; other++) {
                    if (ranks.between(cell, other).differs()) {
                        return true;
                    }
                }
            }
            return ranks.of(0) > 1;
        });

        TABLE.add("any wrong order", "11 equal cells behind one that leads by 1.2×, 5 rounds, CV 5 %", wrong);
        assertThat(wrong).isLessThan(5);
    }

    @AfterAll
    static void keepTheTable() throws IOException {
        TABLE.write();
    }

    private static double anyOrder(int cells, int rounds, Scatter scatter) {
        Noise noise = new Noise();
        double wrong = Noise.percent(TRIALS, () -> {
            double[] machine = noise.rates(rounds, 0.2);
            List<NavigableMap<Integer, Double>> equal = new ArrayList<>();
            for (int cell = 0; cell < cells; cell++) {
                double variation = scatter.of(cell, cells);
                NavigableMap<Integer, Double> rates = new TreeMap<>();
                noise.rounds(machine, variation) // of the same median, so that no cell is faster
                        .forEach((round, rate) -> rates.put(round, rate * Math.sqrt(1 + variation * variation)));
                equal.add(rates);
            }
            return isAnyRanked(equal);
        });
        TABLE.add("any wrong order", "%d equal cells, %d rounds, %s".formatted(cells, rounds, scatter.words), wrong);
        return wrong;
    }

    private static boolean isAnyRanked(List<NavigableMap<Integer, Double>> cells) {
        Ranks ranks = Ranks.of(cells);
        for (int cell = 0; cell < cells.size(); cell++) {
            if (ranks.of(cell) > 1) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAlone(List<NavigableMap<Integer, Double>> cells) {
        Ranks ranks = Ranks.of(cells);
        for (int cell = 1; cell < cells.size(); cell++) {
            if (ranks.of(cell) == 1) {
                return false;
            }
        }
        return ranks.of(0) == 1;
    }

    private static List<NavigableMap<Integer, Double>> leading(Noise noise, int cells, int rounds, double lead) {
        double[] machine = noise.rates(rounds, 0.2);
        List<NavigableMap<Integer, Double>> all = new ArrayList<>();
        for (int cell = 0; cell < cells; cell++) {
            all.add(noise.rounds(cell == 0 ? times(lead, machine) : machine, 0.05));
        }
        return all;
    }

    private static double[] times(double factor, double[] rates) {
        return Arrays.stream(rates).map(rate -> factor * rate).toArray();
    }
}
