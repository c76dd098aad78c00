package org.ipcbench.model;

import org.ipcbench.analysis.statistics.Interval;

/**
 * A size at which the cost of a further byte changes.
 *
 * @param bytes the likeliest size, in bytes
 * @param interval sizes that the data do not exclude, in bytes
 */
public record Knee(double bytes, Interval interval) {}
