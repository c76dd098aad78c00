package org.ipcbench.transport;

/** What a peer does while there is nothing to receive, or no room to send. */
public enum WaitStrategy {
    /** Sleeps in the kernel; costs a wake-up, leaves the CPU to others. */
    BLOCKING,
    /** Looks again and again; costs a whole CPU, saves the wake-up. */
    SPINNING
}
