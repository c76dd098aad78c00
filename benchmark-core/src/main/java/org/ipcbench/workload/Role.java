package org.ipcbench.workload;

import java.util.Locale;

/** Which half of a workload a peer plays. */
public enum Role {
    /** Sends first. */
    CLIENT,
    /** Listens, and answers. */
    SERVER;

    /** Lower case, as command lines, files and messages show it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Role ofLabel(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
