package org.ipcbench.model;

import org.ipcbench.analysis.statistics.Interval;

/**
 * Two measured sizes between which one transport overtakes another: at each of them one of the two is certainly faster.
 *
 * @param below the transport that is faster at the smaller size
 * @param above the transport that is faster at the larger size
 * @param bytes size between the two at which both take the same time if their ratio changes evenly, in bytes
 * @param interval the two sizes, in bytes; sizes between them were not measured, or do not tell the two apart
 * @param timesFastest time of a message at {@code bytes}, divided by its time over the fastest transport of all, from 1
 */
public record Crossover(SizeSweep below, SizeSweep above, double bytes, Interval interval, double timesFastest) {}
