package org.ipcbench.model;

import org.ipcbench.analysis.statistics.Interval;

/**
 * Sizes over which the time of a message is one straight line: fixed cost + cost of a KiB × size. Intervals are of 95 %, and hold
 * for every place of the knees that the data do not exclude.
 *
 * @param fromBytes the smallest size, or the knee at which the piece begins
 * @param toBytes the knee at which the piece ends, or the largest size
 * @param fixedNanos where the line meets a size of zero; of later pieces a number for the formula, which no message takes
 * @param fixedInterval its interval
 * @param nanosPerKibibyte what a KiB (2^10 bytes) adds
 * @param slopeInterval its interval
 */
public record CostPiece(
        double fromBytes,
        double toBytes,
        double fixedNanos,
        Interval fixedInterval,
        double nanosPerKibibyte,
        Interval slopeInterval) {}
