package org.ipcbench.launch;

/**
 * The wall-clock time of one iteration by parts, by the launcher's clock, in nanoseconds. The parts follow each other
 * without a gap, so that their sum is the whole iteration.
 *
 * @param startNanos time from before the first process was started until both peers had taken their assignment
 * @param connectNanos time of the client's connecting, including the proof of the token
 * @param warmUpNanos time from then until both peers were armed
 * @param measuredNanos the measured part
 * @param closeNanos the remaining time: reporting, ending both processes, emptying the scratch directory
 */
public record Breakdown(long startNanos, long connectNanos, long warmUpNanos, long measuredNanos, long closeNanos) {

    /** Time of the iteration outside its measured part, in nanoseconds. */
    public long outsideNanos() {
        return startNanos + connectNanos + warmUpNanos + closeNanos;
    }

    /** Time of the whole iteration, in nanoseconds. */
    public long totalNanos() {
        return outsideNanos() + measuredNanos;
    }
}
