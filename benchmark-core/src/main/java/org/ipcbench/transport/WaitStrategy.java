package org.ipcbench.transport;

import java.util.Locale;

/** How a peer waits while there is nothing to receive or no room to send. */
public enum WaitStrategy {
    /** Sleeps in the kernel: costs a wake-up, but leaves the CPU to others. */
    BLOCKING,
    /** Polls for messages: costs a whole CPU, but saves the wake-up. */
    SPINNING,
    /** Never waits; the other half takes its turn on the same thread instead. */
    NONE;

    /** The name in lists and tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
