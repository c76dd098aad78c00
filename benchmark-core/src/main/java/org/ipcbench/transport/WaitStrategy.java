package org.ipcbench.transport;

import java.util.Locale;

/** What a peer does while there is nothing to receive, or no room to send. */
public enum WaitStrategy {
    /** Sleeps in the kernel; costs a wake-up, leaves the CPU to others. */
    BLOCKING,
    /** Looks again and again; costs a whole CPU, saves the wake-up. */
    SPINNING,
    /** Never waits: where it would have to, the other half's turn has come, on the same thread. */
    NONE;

    /** As lists and tables show it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
