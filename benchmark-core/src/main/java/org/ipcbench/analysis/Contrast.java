package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** What a comparison says, in a word. */
public enum Contrast {
    FASTER("faster"),
    SLOWER("slower"),
    NONE_SEEN("no difference seen");

    /** How often equal cells may be told apart, in all comparisons that are read together. */
    private static final double CHANCE = 0.05;

    private final String label;

    Contrast(String label) {
        this.label = label;
    }

    /** As tables and files write it. */
    public String label() {
        return label;
    }

    /**
     * A word for each of several comparisons that are read together. By Holm's method: the clearest difference has to be as clear
     * as if all of the comparisons had been tried for it, the next one as if all but one, until one is not clear enough.
     *
     * @param comparisons all that are shown; those without an interval say nothing and do not count
     */
    public static List<Contrast> of(List<Comparison> comparisons) {
        List<Integer> clearestFirst = IntStream.range(0, comparisons.size())
                .boxed()
                .filter(place -> comparisons.get(place).chance().isPresent())
                .sorted(Comparator.comparingDouble(place -> chance(comparisons, place)))
                .toList();
        List<Contrast> words = new ArrayList<>(Collections.nCopies(comparisons.size(), NONE_SEEN));
        int left = clearestFirst.size();
        for (int place : clearestFirst) {
            if (chance(comparisons, place) > CHANCE / left) {
                break;
            }
            words.set(place, comparisons.get(place).ratio() > 1 ? FASTER : SLOWER);
            left--;
        }
        return words;
    }

    private static double chance(List<Comparison> comparisons, int place) {
        return comparisons.get(place).chance().orElseThrow();
    }
}
