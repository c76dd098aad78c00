package org.ipcbench.analysis;

import java.util.Iterator;
import java.util.List;

/** What a comparison says, in a word. */
public enum Contrast {
    FASTER("faster"),
    SLOWER("slower"),
    NONE_SEEN("no difference seen");

    private final String label;

    Contrast(String label) {
        this.label = label;
    }

    /** As tables and files write it. */
    public String label() {
        return label;
    }

    /**
     * A word for each of several comparisons that are read together, by {@link Holm}'s procedure.
     *
     * @param comparisons all that are shown; those without an interval say nothing and do not count
     */
    public static List<Contrast> of(List<Comparison> comparisons) {
        Iterator<Holm.Judgement> judgements = Holm.judge(comparisons.stream()
                        .flatMap(comparison -> comparison.chance().stream().boxed())
                        .toList())
                .iterator();
        return comparisons.stream()
                .map(comparison ->
                        comparison.chance().isPresent() && judgements.next().differs()
                                ? (comparison.ratio() > 1 ? FASTER : SLOWER)
                                : NONE_SEEN)
                .toList();
    }
}
