package org.ipcbench.workload.load;

import org.ipcbench.measure.meter.StallLog;
import org.jspecify.annotations.Nullable;

/** Waits until a message is due, and counts the CPU time of its waits. */
abstract sealed class Pacer permits SpinningPacer, SleepingPacer {
    private static final int REHEARSALS = 200;

    /** Time of a wait that is rehearsed. */
    static final long REHEARSED_NANOS = 1_000;

    /**
     * Waits until the clock has reached this time; returns at once if it already has. @return the clock's time after
     * the wait
     */
    abstract long await(long untilNanos);

    /** CPU time of all waits since the last {@link #begin}, in nanoseconds. */
    abstract long cpuNanos();

    /**
     * Resets the CPU time.
     *
     * @param seen begins anew, and gets the machine's stalls from a pacer that looks at the clock while it waits; null if nobody
     *     asks for them
     */
    abstract void begin(@Nullable StallLog seen);

    /** Waits several times for a very short time, so that the measured part runs no code that is new to the JVM. */
    void rehearse(long nowNanos) {
        long now = nowNanos;
        for (int i = 0; i < REHEARSALS; i++) {
            now = await(now + REHEARSED_NANOS);
        }
    }
}
