package org.ipcbench.model;

import org.ipcbench.analysis.statistics.Interval;

/**
 * A size at which one transport overtakes another. It is reported only if their lines are apart on both sides of it.
 *
 * @param below the transport that is faster with smaller messages
 * @param above the transport that is faster with larger messages
 * @param bytes size at which the lines cross, in bytes
 * @param interval the sizes at which the data do not tell the two apart, in bytes
 * @param timesFastest time of a message at this size, divided by its time over the fastest transport of all, from 1
 */
public record Crossover(SizeSweep below, SizeSweep above, double bytes, Interval interval, double timesFastest) {}
