package org.ipcbench.workload.load;

/**
 * The times at which the messages of one sender of a load are due.
 *
 * @param arrivals pattern of the times
 * @param gapNanos mean time from one message to the next, in nanoseconds
 * @param phase the part of a gap before the first message, above 0 and below 1
 * @param seed seed of random gaps
 */
public record DueTimes(ArrivalPattern arrivals, double gapNanos, double phase, long seed) {
    private static final double MAX_REHEARSED_GAP_NANOS = 50e6;

    /**
     * Whether the warm-up rehearses the schedule. If messages or bursts are rarer, the first gap of the measured part
     * leaves time for code that is new to the JVM.
     */
    public boolean isRehearsed() {
        return gapNanos * arrivals.messagesAtOnce() <= MAX_REHEARSED_GAP_NANOS;
    }

    public Schedule schedule() {
        return scheduleOf(gapNanos);
    }

    /** The times with another mean gap, in nanoseconds; with 0, all messages are due at once. */
    public Schedule scheduleOf(double meanGapNanos) {
        return arrivals.schedule(meanGapNanos, phase, seed);
    }
}
