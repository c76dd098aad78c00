package org.ipcbench.analysis;

/**
 * A 95 % confidence interval.
 *
 * @param low lower bound
 * @param high upper bound
 */
public record Interval(double low, double high) {
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("an interval does not reach from %s to %s".formatted(low, high));
        }
    }

    /** Half of the interval's width as a share of {@code centre}. */
    public double relativeHalfWidth(double centre) {
        return (high - low) / 2 / centre;
    }

    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
