package org.ipcbench.plan.cell;

import java.util.concurrent.TimeUnit;

/**
 * For how long a receiver looks for a message again and again before it sleeps.
 *
 * @param nanos in nanoseconds; 0 if it sleeps at once
 */
public record Spin(long nanos) {
    /** A receiver sleeps at once. */
    public static final Spin NONE = new Spin(0);

    /** The longest spin; for longer ones there are transports that never sleep. */
    public static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    public Spin {
        if (nanos < 0 || nanos > MAX_NANOS) {
            throw new IllegalArgumentException("a spin of %d ns".formatted(nanos));
        }
    }

    /** Whether a receiver spins at all. */
    public boolean isAsked() {
        return nanos > 0;
    }

    /** The time as a user types it, in the largest unit that leaves a whole number: {@code 10us}. */
    public String label() {
        if (nanos == 0) {
            return "0";
        }
        if (nanos % NANOS_PER_MICRO != 0) {
            return nanos + "ns";
        }
        return nanos % NANOS_PER_MILLI != 0 ? nanos / NANOS_PER_MICRO + "us" : nanos / NANOS_PER_MILLI + "ms";
    }
}
