package org.ipcbench.transport;

import java.util.Locale;

/** What a peer does while there is nothing to receive, or no room to send. */
public enum WaitStrategy {
    /** Sleeps in the kernel; costs a wake-up, leaves the CPU to others. */
    BLOCKING,
    /** Looks for messages again and again; costs a whole CPU, saves the wake-up. */
    SPINNING,
    /** Never waits: instead of waiting, the other half takes its turn on the same thread. */
    NONE;

    /** The name in lists and tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
