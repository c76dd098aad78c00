package org.ipcbench.plan;

import org.ipcbench.launch.Breakdown;

/**
 * An iteration of an earlier run, and where its time went.
 *
 * @param plan what the run was to measure
 * @param turn what was measured
 * @param breakdown its time
 */
public record TimedIteration(Plan plan, Plan.Turn turn, Breakdown breakdown) {}
