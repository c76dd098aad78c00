package org.ipcbench.doctor;

import java.util.Locale;

/** How much something found matters. */
public enum Severity {
    /** It prevents measuring, or figures are certain to be wrong. */
    SERIOUS,
    /** Figures hold for this machine as it is now, and would be others without it; or something asked for is left out. */
    MODERATE,
    /** It moves no figure. */
    NOTE;

    /** The word that people read. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
