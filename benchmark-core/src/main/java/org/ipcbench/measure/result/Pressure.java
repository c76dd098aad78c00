package org.ipcbench.measure.result;

/**
 * The kernel's pressure (PSI): time for which at least one thread of the machine had to wait for something, in nanoseconds.
 *
 * @param cpuNanos for a CPU
 * @param memoryNanos for memory
 * @param ioNanos for a disk
 */
public record Pressure(long cpuNanos, long memoryNanos, long ioNanos) {

    /** What was added since an earlier reading, of which this share counts. */
    public Pressure since(Pressure before, double share) {
        return new Pressure(
                part(share, cpuNanos - before.cpuNanos),
                part(share, memoryNanos - before.memoryNanos),
                part(share, ioNanos - before.ioNanos));
    }

    private static long part(double share, long nanos) {
        return Math.max(0, (long) (share * nanos));
    }
}
