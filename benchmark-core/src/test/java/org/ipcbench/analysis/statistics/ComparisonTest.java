package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cells whose rates differ far more between rounds than from each other. */
final class ComparisonTest {
    private static final NavigableMap<Integer, Double> FIRST = rounds(100, 50, 200, 80);
    private static final NavigableMap<Integer, Double> FASTER = rounds(112, 55, 219, 88);
    private static final NavigableMap<Integer, Double> EQUAL = rounds(101, 49, 203, 79);

    @Test
    void whatDisturbsARoundDoesNotDisturbTheComparison() {
        Comparison comparison = Comparison.paired(FASTER, FIRST).orElseThrow();

        assertThat(comparison.ratio()).isCloseTo(1.1, within(0.01));
        assertThat(isDistinguishable(comparison)).isTrue();
        assertThat(isDistinguishable(Comparison.paired(EQUAL, FIRST).orElseThrow()))
                .isFalse();
    }

    @Test
    void onlyCommonRoundsAreCompared() {
        NavigableMap<Integer, Double> late = new TreeMap<>(FIRST.tailMap(3, true));
        late.put(9, 7.0);

        Comparison comparison = Comparison.paired(FASTER, late).orElseThrow();

        assertThat(comparison.ratio()).isCloseTo(1.1, within(0.01));
        assertThat(comparison.interval()).as("two rounds").isEmpty();
        assertThat(isDistinguishable(comparison)).isFalse();
        assertThat(Comparison.paired(FASTER, rounds())).isEmpty();
    }

    @Test
    void cellsWithoutACommonRoundAreComparedAsTheyAre() {
        NavigableMap<Integer, Double> rates = rounds(100, 102, 98);
        NavigableMap<Integer, Double> slower = later(51, 50, 49, 50);
        NavigableMap<Integer, Double> alike = later(99, 103, 97);

        assertThat(Comparison.of(rates, slower).ratio()).isCloseTo(2, within(0.01));
        assertThat(isDistinguishable(Comparison.of(rates, slower))).isTrue();
        assertThat(isDistinguishable(Comparison.of(rates, alike))).isFalse();
        assertThat(Comparison.of(rates, later(50, 50)).interval())
                .as("two rounds")
                .isEmpty();
        assertThat(ranks(List.of(slower, rates, alike))).containsExactly(3, 1, 1);
    }

    @Test
    void cellsThatTheDataCannotTellFromTheBestShareItsPlace() {
        NavigableMap<Integer, Double> slow = rounds(50, 25.5, 100, 40.5);

        assertThat(ranks(List.of(slow, FIRST, EQUAL))).containsExactly(3, 1, 1);
        assertThat(ranks(List.of(FIRST))).containsExactly(1);
        assertThat(ranks(List.of())).isEmpty();
    }

    /** It may be the best or the worst, and the others are told apart as without it. */
    @Test
    void aScatteredCellDoesNotBlurTheOthers() {
        NavigableMap<Integer, Double> slow = rounds(50, 25.5, 100, 40.5);
        NavigableMap<Integer, Double> slower = rounds(25.3, 12.5, 50, 20.2);
        NavigableMap<Integer, Double> scattered = rounds(400, 10, 300, 20);

        assertThat(ranks(List.of(slow, scattered, FIRST, slower))).containsExactly(2, 1, 1, 3);
    }

    /** One cell got more rounds than the others, and one of its rounds is missing. */
    @Test
    void ranksRestOnTheRoundsThatTwoCellsHaveInCommon() {
        NavigableMap<Integer, Double> more = new TreeMap<>(FASTER);
        more.remove(2);
        more.put(7, 3.0);
        more.put(8, 900.0);
        NavigableMap<Integer, Double> slow = rounds(50, 25.5, 100, 40.5);
        NavigableMap<Integer, Double> few = new TreeMap<>(FIRST.headMap(3));
        few.put(9, 1.0);

        assertThat(ranks(List.of(slow, more))).containsExactly(2, 1);
        assertThat(ranks(List.of(more, few))).as("one common round").containsExactly(1, 1);
        assertThat(Ranks.of(List.of(slow, more)).between(1, 0).differs()).isTrue();
    }

    /** A fifth more time in a slow round is more time than in a fast one. */
    @Test
    void timesAreComparedWithinRounds() {
        NavigableMap<Integer, Double> slower = rounds(50, 40, 80);
        NavigableMap<Integer, Double> faster = rounds(100, 50, 160);

        TimeDifference difference = longer(slower, faster);

        double half = Math.cbrt(0.02 * 0.025 * 0.0125);
        assertThat(difference.seconds()).isCloseTo(half - Math.cbrt(0.01 * 0.02 * 0.00625), within(1e-12));
        assertThat(difference.interval().orElseThrow().contains(0.007)).isTrue();
        assertThat(longer(faster, slower).seconds()).isCloseTo(-difference.seconds(), within(1e-12));
        assertThat(longer(slower, rounds(100, 50)).interval())
                .as("two common rounds")
                .isEmpty();
        assertThat(longer(slower, later(100, 100, 100, 100)).seconds())
                .as("no common round")
                .isCloseTo(half - 0.01, within(1e-12));
    }

    private static TimeDifference longer(NavigableMap<Integer, Double> cell, NavigableMap<Integer, Double> base) {
        return TimeDifference.of(Comparison.of(base, cell), cell, base);
    }

    private static List<Integer> ranks(List<NavigableMap<Integer, Double>> cells) {
        Ranks ranks = Ranks.of(cells);
        return IntStream.range(0, cells.size()).mapToObj(ranks::of).toList();
    }

    @Test
    void aRoundInWhichAllCellsAreSlowIsDisturbed() {
        List<NavigableMap<Integer, Double>> cells = new ArrayList<>();
        for (int cell = 1; cell <= 5; cell++) {
            cells.add(rounds(100 * cell, 101 * cell, 65 * cell, 99 * cell, 102 * cell));
        }

        assertThat(Rounds.disturbed(cells))
                .containsOnlyKeys(3)
                .allSatisfy((round, speed) -> assertThat(speed).isCloseTo(0.65, within(0.001)));
        assertThat(Rounds.disturbed(cells.subList(0, 4))).as("four cells").isEmpty();
        assertThat(Rounds.disturbed(List.of())).isEmpty();
    }

    @Test
    void aCellThatIsSlowAloneDisturbsNothing() {
        List<NavigableMap<Integer, Double>> cells = new ArrayList<>();
        for (int cell = 1; cell <= 5; cell++) {
            cells.add(rounds(100, 101, cell == 3 ? 20 : 98, 99, 102));
        }

        assertThat(Rounds.disturbed(cells)).isEmpty();
    }

    /** Whether the data tell the two cells apart. */
    static boolean isDistinguishable(Comparison comparison) {
        return comparison.interval().filter(interval -> !interval.contains(1)).isPresent();
    }

    /** In rounds after those of the others. */
    private static NavigableMap<Integer, Double> later(double... rates) {
        NavigableMap<Integer, Double> rounds = new TreeMap<>();
        rounds(rates).forEach((round, rate) -> rounds.put(round + 100, rate));
        return rounds;
    }

    private static NavigableMap<Integer, Double> rounds(double... rates) {
        NavigableMap<Integer, Double> rounds = new TreeMap<>();
        for (double rate : rates) {
            rounds.put(rounds.size() + 1, rate);
        }
        return rounds;
    }
}
