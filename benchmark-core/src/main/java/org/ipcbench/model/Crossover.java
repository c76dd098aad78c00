package org.ipcbench.model;

import org.ipcbench.analysis.statistics.Interval;

/**
 * A size at which one transport overtakes another. It is told only where their lines are apart on both sides of it.
 *
 * @param below faster with smaller messages
 * @param above faster with larger messages
 * @param bytes where the lines cross
 * @param interval the sizes at which the data do not tell the two apart
 * @param timesFastest how many times as long as over the fastest transport of all a message takes there, from 1
 */
public record Crossover(SizeSweep below, SizeSweep above, double bytes, Interval interval, double timesFastest) {}
