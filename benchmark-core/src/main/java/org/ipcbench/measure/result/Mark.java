package org.ipcbench.measure.result;

/**
 * A reading of the clock inside the measured part, taken once for each sixteenth.
 *
 * @param nanos the machine's monotonic clock, in nanoseconds; of peers that do not share it, aligned with the client's
 * @param messages messages or round trips of the measured part so far
 * @param cpu the CPU that the measuring thread was on; {@link #UNKNOWN_CPU} if the kernel does not tell
 */
public record Mark(long nanos, long messages, int cpu) {
    public static final int UNKNOWN_CPU = -1;

    /** Returns a copy by a clock that is ahead by this, in nanoseconds. */
    Mark ahead(long byNanos) {
        return new Mark(nanos + byNanos, messages, cpu);
    }

    /** Returns a copy without the CPU. */
    Mark withoutCpu() {
        return new Mark(nanos, messages, UNKNOWN_CPU);
    }

    boolean tellsCpu() {
        return cpu != UNKNOWN_CPU;
    }
}
