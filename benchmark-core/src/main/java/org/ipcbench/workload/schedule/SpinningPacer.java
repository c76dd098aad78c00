package org.ipcbench.workload.schedule;

import org.ipcbench.measure.clock.NanoClock;

/**
 * Looks at the clock until it is time. The time between two looks is CPU time of the wait, unless it is so long that the thread
 * had lost its CPU meanwhile.
 */
final class SpinningPacer extends Pacer {
    /** A look takes less than a tenth of a microsecond, an interrupt a few; who lost the CPU gets it back later. */
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
