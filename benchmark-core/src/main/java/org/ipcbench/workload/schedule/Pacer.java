package org.ipcbench.workload.schedule;

/** Waits until a message is due, and knows what CPU time its waits took. */
public abstract sealed class Pacer permits SpinningPacer, SleepingPacer {
    private static final int REHEARSALS = 200;
    private static final long REHEARSED_NANOS = 1_000;

    /** Waits until the clock shows this time, if it does not yet. @return what it shows then */
    public abstract long await(long untilNanos);

    /** CPU time of all waits since the last {@link #begin}, in nanoseconds. */
    public abstract long cpuNanos();

    /** Forgets what earlier waits took. */
    public abstract void begin();

    /** Waits for next to nothing some times, so that the JVM meets nothing new in the measured part. */
    public final void rehearse(long nowNanos) {
        long now = nowNanos;
        for (int i = 0; i < REHEARSALS; i++) {
            now = await(now + REHEARSED_NANOS);
        }
    }
}
