package org.ipcbench.launch;

/**
 * Where the wall-clock time of one iteration went, by the launcher's clock; the parts follow each other without a gap,
 * so that their sum is the whole iteration. All in nanoseconds.
 *
 * @param startNanos from before the first process was started until both peers had taken their assignment
 * @param connectNanos the client's connecting, proof of the token included
 * @param warmUpNanos from then until both peers were armed
 * @param measuredNanos the measured part
 * @param closeNanos the rest: reporting, ending both processes, emptying the scratch directory
 */
public record Breakdown(long startNanos, long connectNanos, long warmUpNanos, long measuredNanos, long closeNanos) {

    /** Time of the iteration outside its measured part. */
    public long outsideNanos() {
        return startNanos + connectNanos + warmUpNanos + closeNanos;
    }

    /** The whole iteration. */
    public long totalNanos() {
        return outsideNanos() + measuredNanos;
    }
}
