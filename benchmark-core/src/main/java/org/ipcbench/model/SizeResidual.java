package org.ipcbench.model;

import java.util.Optional;
import org.ipcbench.analysis.statistics.Interval;

/**
 * The residual of the model at a size.
 *
 * @param sizeBytes the size, in bytes
 * @param measuredNanos measured time of a message, in nanoseconds
 * @param modelNanos time of a message by the model, in nanoseconds
 * @param leftOutInterval 95 % interval that a model of the other sizes predicts; empty for the smallest and the largest size,
 *     beyond which nothing is predicted, and if the other sizes have no model
 */
public record SizeResidual(
        double sizeBytes, double measuredNanos, double modelNanos, Optional<Interval> leftOutInterval) {

    /** Measured time relative to the model's time, minus 1. */
    public double relative() {
        return measuredNanos / modelNanos - 1;
    }

    /** Whether the measured time lies within the interval that the other sizes predict. */
    public boolean isPredicted() {
        return leftOutInterval
                .filter(interval -> interval.contains(measuredNanos))
                .isPresent();
    }
}
