package org.ipcbench.analysis.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.stream.IntStream;

/** The ranks of cells; cells that the data cannot tell apart share a rank. */
public final class Ranks {
    /**
     * Divided among the comparisons with the best cell, since the luckiest of many equal cells would otherwise seem better than
     * the unluckiest. Half of the usual 5 %, because the best cell is the luckiest.
     */
    private static final double ALPHA = 0.025;

    private Ranks() {}

    /**
     * Rank of each cell, 1 for the fastest, in the order of {@code cells}. After two cells of rank 1 follows rank 3.
     *
     * @param cells the rates of each cell, by round; each has at least one
     */
    public static List<Integer> of(List<NavigableMap<Integer, Double>> cells) {
        List<Integer> fastestFirst = IntStream.range(0, cells.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer cell) -> meanRate(cells.get(cell)))
                        .reversed())
                .toList();
        List<Integer> ranks = new ArrayList<>(Collections.nCopies(cells.size(), 0));
        double alpha = ALPHA / Math.max(1, cells.size() - 1);
        int best = 0;
        for (int place = 0; place < fastestFirst.size(); place++) {
            int cell = fastestFirst.get(place);
            if (Comparison.differ(cells.get(fastestFirst.get(best)), cells.get(cell), alpha)) {
                best = place;
            }
            ranks.set(cell, best + 1);
        }
        return ranks;
    }

    private static double meanRate(NavigableMap<Integer, Double> rates) {
        return Sample.of(rates.values()).mean();
    }
}
