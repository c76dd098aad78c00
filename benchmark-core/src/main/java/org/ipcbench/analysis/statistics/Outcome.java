package org.ipcbench.analysis.statistics;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** The result of comparing a cell with another one. */
public enum Outcome {
    FASTER,
    SLOWER,
    /** The data do not tell the two apart. */
    NO_DIFFERENCE_SEEN,
    /** One side has no figure, or the two figures are of different work. */
    NOT_COMPARABLE,
    /** The changes of the other cells are divided by this cell's change, so its own change is not judged. */
    REFERENCE;

    /** The name in tables and files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * The outcome of one comparison.
     *
     * @param ratio of the speeds
     * @param differs whether the two are told apart
     */
    public static Outcome of(double ratio, boolean differs) {
        return differs ? (ratio > 1 ? FASTER : SLOWER) : NO_DIFFERENCE_SEEN;
    }

    /**
     * The outcome of each of several comparisons that are read together, by {@link Holm}'s procedure.
     *
     * @param comparisons all that are shown; comparisons without an interval show no difference and do not count
     */
    public static List<Outcome> of(List<Comparison> comparisons) {
        Iterator<Holm.Decision> decisions = Holm.of(comparisons).iterator();
        return comparisons.stream()
                .map(comparison -> of(comparison.ratio(), decisions.next().differs()))
                .toList();
    }
}
