package org.ipcbench.analysis.statistics;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Judges many comparisons together by Holm's procedure: if all cells are equal, the chance that any two of them are told apart is
 * {@value #ALPHA} in all. The clearest difference is tested at the level for all of the comparisons, the next one at the level
 * for all but one, and so on, until one is not clear enough. A p-value exactly at its limit is not clear enough, since its
 * interval then ends at equality.
 */
public final class Holm {
    /** Chance that any of the comparisons tells equal cells apart. */
    public static final double ALPHA = 0.05;

    private Holm() {}

    /**
     * The decision on one comparison.
     *
     * @param differs whether the two are told apart
     * @param alpha the share of {@link #ALPHA} at which the decision was made: the interval that misses the truth this often
     *     contains equality exactly if the two are not told apart
     */
    public record Decision(boolean differs, double alpha) {}

    /** Judges each comparison, in the given order; those without an interval tell nothing apart and do not count. */
    public static List<Decision> of(List<Comparison> comparisons) {
        return ofEstimates(comparisons.stream().map(Comparison::estimate).toList());
    }

    /** Judges each ratio, in the given order; comparisons without one tell nothing apart and do not count. */
    static List<Decision> ofEstimates(List<Optional<RatioEstimate>> ratios) {
        Iterator<Decision> decisions = judge(ratios.stream()
                        .flatMap(Optional::stream)
                        .map(ratio -> ratio.pValue(1))
                        .toList())
                .iterator();
        return ratios.stream()
                .map(ratio -> ratio.isPresent() ? decisions.next() : new Decision(false, ALPHA))
                .toList();
    }

    /**
     * Judges each comparison, in the given order.
     *
     * @param pValues how often each difference occurs by chance between equal cells
     */
    public static List<Decision> judge(List<Double> pValues) {
        return judge(pValues, ALPHA);
    }

    /**
     * Judges each comparison, in the given order.
     *
     * @param pValues how often each difference occurs by chance between equal cells
     * @param alpha chance that any of the comparisons tells equal cells apart
     */
    static List<Decision> judge(List<Double> pValues, double alpha) {
        double[] ascending =
                pValues.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int toldApart = 0;
        while (toldApart < ascending.length && ascending[toldApart] < share(alpha, ascending.length, toldApart)) {
            toldApart++;
        }
        int[] takenPlaces = new int[toldApart]; // of each p-value's equals, at the first one's place
        Decision same =
                new Decision(false, toldApart < ascending.length ? share(alpha, ascending.length, toldApart) : alpha);
        List<Decision> decisions = new ArrayList<>(ascending.length);
        for (double pValue : pValues) {
            int first = firstPlace(ascending, pValue);
            decisions.add(
                    first < toldApart
                            ? new Decision(true, share(alpha, ascending.length, first + takenPlaces[first]++))
                            : same);
        }
        return decisions;
    }

    /** The level for the comparison at a place, counted from 0, if all before it are told apart. */
    private static double share(double alpha, int comparisons, int place) {
        return alpha / (comparisons - place);
    }

    /** The place of the first p-value that is not less than this one. */
    private static int firstPlace(double[] ascending, double pValue) {
        int low = 0;
        int high = ascending.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] < pValue) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
