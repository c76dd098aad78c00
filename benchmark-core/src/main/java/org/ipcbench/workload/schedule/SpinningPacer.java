package org.ipcbench.workload.schedule;

import org.ipcbench.measure.clock.NanoClock;

/**
 * Polls the clock until a message is due. The time between two readings counts as CPU time of the wait, unless it is so
 * long that the thread must have lost its CPU.
 */
final class SpinningPacer extends Pacer {
    /** A reading takes less than 0.1 µs, an interrupt a few µs; a thread that lost the CPU gets it back later. */
    private static final long MAX_LOOK_NANOS = 10_000;

    private final NanoClock clock;
    private long cpuNanos;

    SpinningPacer(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    public long await(long untilNanos) {
        long now = clock.nanos();
        while (now < untilNanos) {
            Thread.onSpinWait();
            long next = clock.nanos();
            long lookNanos = next - now;
            if (lookNanos < MAX_LOOK_NANOS) {
                cpuNanos += lookNanos;
            }
            now = next;
        }
        return now;
    }

    @Override
    public long cpuNanos() {
        return cpuNanos;
    }

    @Override
    public void begin() {
        cpuNanos = 0;
    }
}
