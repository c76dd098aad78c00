package org.ipcbench.workload.message;

import java.util.Locale;

/** What the bytes of a message hold that neither peer has to touch. */
public enum Fill {
    /** Whatever was there, zeros at first. */
    ZERO,
    /** Random bytes, the same in each message. */
    RANDOM;

    /** The name that the user types and that files contain. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
