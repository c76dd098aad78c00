package org.ipcbench.workload;

import java.util.Locale;

/** How a server serves several connections. */
public enum Serving {
    /** A thread of the operating system for each. */
    THREADS,
    /** A virtual thread for each, which Java has from 21 on. */
    VIRTUAL,
    /** One thread for all, which waits for the next message of any of them. */
    SELECTOR,
    /** One thread for all, which reads the one queue that they share. */
    QUEUE;

    /** Whether one thread serves all connections. */
    public boolean isMultiplexed() {
        return switch (this) {
            case THREADS, VIRTUAL -> false;
            case SELECTOR, QUEUE -> true;
        };
    }

    /** As the user types it, and as files write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
