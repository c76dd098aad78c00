package org.ipcbench.workload;

import java.util.Locale;

/** How a server serves several connections. */
public enum Serving {
    /** A thread of the operating system for each. */
    THREADS,
    /** A virtual thread for each, which Java has from 21 on. */
    VIRTUAL;

    /** As the user types it, and as files write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
