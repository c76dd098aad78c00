package org.ipcbench.analysis.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Judges many comparisons so that equal cells are told apart nowhere among them, except by a chance of {@value #ALPHA} in all:
 * Holm's procedure. The clearest difference has to be as clear as if all of the comparisons had been tried for it, the next one
 * as if all but one, until one is not clear enough. One exactly at its limit is not, as its interval then ends at equality.
 */
public final class Holm {
    /** How often any of the comparisons of equal cells may tell them apart. */
    public static final double ALPHA = 0.05;

    private Holm() {}

    /**
     * What is said of one comparison.
     *
     * @param differs whether the two are told apart
     * @param alpha the share of {@link #ALPHA} by which that was decided: the interval that leaves out the truth so often
     *     contains equality just where the two are not told apart
     */
    public record Decision(boolean differs, double alpha) {}

    /**
     * Judges each comparison, in the order given.
     *
     * @param pValues how often each difference comes about by chance where there is none
     */
    public static List<Decision> judge(List<Double> pValues) {
        List<Integer> leastFirst = IntStream.range(0, pValues.size())
                .boxed()
                .sorted(Comparator.comparingDouble(pValues::get))
                .toList();
        List<Decision> decisions = new ArrayList<>(Collections.nCopies(pValues.size(), new Decision(false, ALPHA)));
        boolean differs = true;
        double share = ALPHA;
        for (int place = 0; place < leastFirst.size(); place++) {
            int comparison = leastFirst.get(place);
            if (differs) {
                share = ALPHA / (leastFirst.size() - place);
                differs = pValues.get(comparison) < share;
            }
            decisions.set(comparison, new Decision(differs, share));
        }
        return decisions;
    }
}
