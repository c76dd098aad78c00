package org.ipcbench.model;

import org.ipcbench.analysis.statistics.Interval;

/**
 * A size at which the cost of a further byte changes.
 *
 * @param bytes the likeliest one
 * @param interval those that the data do not exclude
 */
public record Knee(double bytes, Interval interval) {}
