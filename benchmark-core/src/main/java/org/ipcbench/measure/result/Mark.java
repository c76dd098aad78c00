package org.ipcbench.measure.result;

/**
 * A reading of the clock inside the measured part, taken once for each sixteenth.
 *
 * @param nanos the machine's monotonic clock, in nanoseconds, which both peers share
 * @param messages messages or round trips of the measured part so far
 * @param cpu the CPU that the measuring thread was on; {@link #UNKNOWN_CPU} if the kernel does not tell
 */
public record Mark(long nanos, long messages, int cpu) {
    public static final int UNKNOWN_CPU = -1;

    boolean tellsCpu() {
        return cpu != UNKNOWN_CPU;
    }
}
