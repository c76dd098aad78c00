package org.ipcbench.compare;

import java.util.Locale;

/** What is said of a cell in one word. */
public enum Word {
    FASTER,
    SLOWER,
    /** The data do not tell the two apart; which difference they would have shown stands beside it. */
    NO_DIFFERENCE_SEEN,
    /** One side has no figure, or the two are figures of different work. */
    NOT_COMPARABLE,
    /** The others are divided by its change, so nothing is said of its own. */
    RULER;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
