package org.ipcbench.workload;

import java.util.Locale;

/** The half of a workload that a process plays, if any. */
public enum Role {
    /** Sends first. */
    CLIENT,
    /** Listens and answers. */
    SERVER,
    /** Plays neither half: it serves both peers of a transport that needs such a process. */
    AUXILIARY;

    /** The name in lower case, as in command lines, files and messages. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Role ofLabel(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
