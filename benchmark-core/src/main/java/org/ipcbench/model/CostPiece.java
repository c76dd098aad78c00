package org.ipcbench.model;

import org.ipcbench.analysis.statistics.Interval;

/**
 * Sizes over which the time of a message is one straight line: fixed cost + cost of a KiB × size. Intervals are 95 % intervals,
 * and hold for every place of the knees that the data do not exclude.
 *
 * @param fromBytes the smallest size, or the knee at which the piece begins
 * @param toBytes the knee at which the piece ends, or the largest size
 * @param fixedNanos time of the line at a size of zero, in nanoseconds; for later pieces, it is only a number for the formula,
 *     and no message takes it
 * @param fixedInterval 95 % interval of {@code fixedNanos}, in nanoseconds
 * @param nanosPerKibibyte time of a further KiB (2^10 bytes), in nanoseconds
 * @param slopeInterval 95 % interval of {@code nanosPerKibibyte}, in nanoseconds
 */
public record CostPiece(
        double fromBytes,
        double toBytes,
        double fixedNanos,
        Interval fixedInterval,
        double nanosPerKibibyte,
        Interval slopeInterval) {}
