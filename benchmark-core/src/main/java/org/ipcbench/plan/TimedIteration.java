package org.ipcbench.plan;

import org.ipcbench.launch.Breakdown;
import org.ipcbench.plan.cell.Cell;

/**
 * An iteration of an earlier run, and where its time went.
 *
 * @param cell what was measured
 * @param warmUpLimitNanos the longest warm-up that it was allowed, in nanoseconds
 * @param meterNanos for how long it looked for the machine's stalls, in nanoseconds
 * @param breakdown its time
 */
public record TimedIteration(Cell cell, long warmUpLimitNanos, long meterNanos, Breakdown breakdown) {}
