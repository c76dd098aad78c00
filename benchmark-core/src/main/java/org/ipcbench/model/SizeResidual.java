package org.ipcbench.model;

import java.util.Optional;
import org.ipcbench.analysis.statistics.Interval;

/**
 * How well the model fits at a size.
 *
 * @param sizeBytes the size
 * @param measuredNanos what a message took
 * @param modelNanos what it takes by the model
 * @param leftOutInterval what a model of the other sizes predicts, 95 % interval; empty for the smallest and the largest size, beyond
 *     which nothing is predicted, and where the other sizes make no model
 */
public record SizeResidual(
        double sizeBytes, double measuredNanos, double modelNanos, Optional<Interval> leftOutInterval) {

    /** How much longer than by the model a message took, as a share. */
    public double relative() {
        return measuredNanos / modelNanos - 1;
    }

    /** Whether the other sizes predict this one. */
    public boolean isPredicted() {
        return leftOutInterval
                .filter(interval -> interval.contains(measuredNanos))
                .isPresent();
    }
}
