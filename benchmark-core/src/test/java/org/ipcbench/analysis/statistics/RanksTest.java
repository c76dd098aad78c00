package org.ipcbench.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ipcbench.analysis.Noise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks of many cells are those that comparing each two of them by itself gives, however they are worked out. */
final class RanksTest {
    private static final int MANY = 60;

    @ParameterizedTest
    @CsvSource({"3, 0.1", "5, 0.02", "5, 0.3", "12, 0.1"})
    void ranksAreThoseOfComparingEachTwoByItself(int rounds, double variation) {
        assertRanksOf(cells(rounds, variation));
    }

    @Test
    void roundsThatOnlyOneOfTwoCellsHasDoNotCount() {
        List<NavigableMap<Integer, Double>> cells = cells(8, 0.1);
        for (int cell = 0; cell < MANY; cell++) {
            int own = cell;
            cells.get(cell).keySet().removeIf(round -> (round + own) % 4 == 0);
        }

        assertRanksOf(cells);
    }

    @Test
    void equalDifferencesAreJudgedInTheirOrder() {
        List<Double> pValues = List.of(0.001, 0.2, 0.0, 0.001, 0.0, 0.04, 0.001, 0.2);

        assertThat(Holm.judge(pValues)).isEqualTo(judged(pValues));
    }

    /** The slower a cell, the greater its number; ten have the same speed each. */
    private static List<NavigableMap<Integer, Double>> cells(int rounds, double variation) {
        Noise noise = new Noise();
        double[] machine = noise.rates(rounds, 0.2);
        List<NavigableMap<Integer, Double>> cells = new ArrayList<>();
        for (int cell = 0; cell < MANY; cell++) {
            int tens = cell / 10;
            double speed = Math.pow(1.5, -tens);
            NavigableMap<Integer, Double> rates = new TreeMap<>();
            noise.rounds(machine, variation).forEach((round, rate) -> rates.put(round, rate * speed));
            cells.add(rates);
        }
        return cells;
    }

    private static void assertRanksOf(List<NavigableMap<Integer, Double>> cells) {
        List<Estimate> pairs = new ArrayList<>();
        for (int cell = 1; cell < cells.size(); cell++) {
            for (int before = 0; before < cell; before++) {
                pairs.add(Estimate.ofMean(Comparison.ofCommonRounds(
                                        cells.get(cell), cells.get(before), (one, other) -> one / other)
                                .map(Math::log))
                        .orElseThrow());
            }
        }
        double ofPair =
                pairs.stream().mapToDouble(Estimate::degreesOfFreedom).average().orElseThrow();
        CommonScatter common = CommonScatter.of(pairs, 0.25 * (cells.size() - 2) * ofPair);
        List<RatioEstimate> ratios =
                pairs.stream().map(pair -> new RatioEstimate(common.mean(pair))).toList();
        List<Holm.Decision> decisions =
                judged(ratios.stream().map(ratio -> ratio.pValue(1)).toList());

        Ranks ranks = Ranks.of(cells);

        int[] expected = new int[cells.size()];
        for (int cell = 1; cell < cells.size(); cell++) {
            for (int before = 0; before < cell; before++) {
                int pair = cell * (cell - 1) / 2 + before;
                Holm.Decision all = decisions.get(pair);
                boolean isSeenInOwnRounds = pairs.get(pair).pValue(0) < Holm.ALPHA;
                Holm.Decision decision = new Holm.Decision(all.differs() && isSeenInOwnRounds, all.alpha());
                assertThat(ranks.between(cell, before))
                        .as("%d and %d", cell, before)
                        .isEqualTo(decision);
                assertThat(ranks.minimumDetectableDifference(cell, before).orElseThrow())
                        .isCloseTo(
                                Math.max(
                                        new RatioEstimate(pairs.get(pair)).minimumDetectableDifference(Holm.ALPHA),
                                        ratios.get(pair).minimumDetectableDifference(decision.alpha())),
                                within(1e-9));
                if (decision.differs()) {
                    expected[ratios.get(pair).ratio() > 1 ? before : cell]++;
                }
            }
        }
        assertThat(IntStream.range(0, cells.size()).map(cell -> ranks.of(cell) - 1))
                .as("cells that are certainly faster")
                .containsExactly(IntStream.of(expected).boxed().toArray(Integer[]::new));
        assertThat(IntStream.of(expected).max().orElseThrow())
                .as("some are told apart")
                .isPositive();
    }

    /** Holm's procedure step by step: the least first, and of equal ones the first. */
    private static List<Holm.Decision> judged(List<Double> pValues) {
        List<Integer> leastFirst = IntStream.range(0, pValues.size())
                .boxed()
                .sorted(Comparator.comparingDouble(pValues::get))
                .toList();
        List<Holm.Decision> decisions =
                new ArrayList<>(Collections.nCopies(pValues.size(), new Holm.Decision(false, Holm.ALPHA)));
        boolean differs = true;
        double share = Holm.ALPHA;
        for (int place = 0; place < leastFirst.size(); place++) {
            int comparison = leastFirst.get(place);
            if (differs) {
                share = Holm.ALPHA / (leastFirst.size() - place);
                differs = pValues.get(comparison) < share;
            }
            decisions.set(comparison, new Holm.Decision(differs, share));
        }
        return decisions;
    }
}
