package org.ipcbench.workload;

import java.util.Locale;

/** How a server serves several connections. */
public enum Serving {
    /** A platform thread for each connection. */
    THREADS,
    /** A virtual thread for each connection; needs Java 21 or later. */
    VIRTUAL,
    /** One thread for all connections, which waits for the next message of any connection. */
    SELECTOR,
    /** One thread for all connections, which reads the queue that they share. */
    QUEUE;

    /** Whether one thread serves all connections. */
    public boolean isMultiplexed() {
        return switch (this) {
            case THREADS, VIRTUAL -> false;
            case SELECTOR, QUEUE -> true;
        };
    }

    /** The name that the user types and that files contain. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
