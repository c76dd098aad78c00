package org.ipcbench.doctor;

import java.util.Locale;

/** How much a finding matters. */
public enum Severity {
    /** The finding prevents measuring, or figures are certain to be wrong. */
    SERIOUS,
    /**
     * Figures hold only for this machine in its current state and would differ without the finding; or something requested
     * is left out.
     */
    MODERATE,
    /** The finding does not affect any figure. */
    NOTE;

    /** The word in texts for people. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
