package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Judges many comparisons so that equal cells are told apart nowhere among them, except by a chance of {@value #CHANCE} in all:
 * Holm's procedure. The clearest difference has to be as clear as if all of the comparisons had been tried for it, the next one
 * as if all but one, until one is not clear enough. One exactly at its limit is not, as its interval then ends at equality.
 */
public final class Holm {
    /** How often any of the comparisons of equal cells may tell them apart. */
    public static final double CHANCE = 0.05;

    private Holm() {}

    /**
     * What is said of one comparison.
     *
     * @param differs whether the two are told apart
     * @param chance the share of {@link #CHANCE} by which that was decided: the interval that leaves out the truth so often
     *     contains equality just where the two are not told apart
     */
    public record Judgement(boolean differs, double chance) {}

    /**
     * Judges each comparison, in the order given.
     *
     * @param chances how often each difference comes about by chance where there is none
     */
    public static List<Judgement> judge(List<Double> chances) {
        List<Integer> leastFirst = IntStream.range(0, chances.size())
                .boxed()
                .sorted(Comparator.comparingDouble(chances::get))
                .toList();
        List<Judgement> judgements = new ArrayList<>(Collections.nCopies(chances.size(), new Judgement(false, CHANCE)));
        boolean differs = true;
        double share = CHANCE;
        for (int place = 0; place < leastFirst.size(); place++) {
            int comparison = leastFirst.get(place);
            if (differs) {
                share = CHANCE / (leastFirst.size() - place);
                differs = chances.get(comparison) < share;
            }
            judgements.set(comparison, new Judgement(differs, share));
        }
        return judgements;
    }
}
