package org.ipcbench.analysis.statistics;

/**
 * A 95 % confidence interval.
 *
 * @param low lower bound
 * @param high upper bound
 */
public record Interval(double low, double high) {
    /** How often a 95 % interval misses the truth. */
    public static final double ALPHA = 0.05;

    /** Half-width of a 95 % interval of the normal distribution, in standard deviations; Student's interval is wider. */
    private static final double NORMAL = 1.959;

    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("an interval does not reach from %s to %s".formatted(low, high));
        }
    }

    /** Half of the interval's width as a share of {@code centre}. */
    public double relativeHalfWidth(double centre) {
        return (high - low) / 2 / centre;
    }

    /**
     * The number of values needed until the half-width of their mean's interval is small enough.
     *
     * @param relativeHalfWidth the half-width wanted, as a share of the mean
     * @param variation standard deviation of the values as a share of their mean
     */
    public static int valuesFor(double relativeHalfWidth, double variation) {
        double root = NORMAL * variation / relativeHalfWidth;
        int values = Math.max(Sample.MIN_VALUES, (int) (root * root));
        while (Sample.halfWidth(values, variation) > relativeHalfWidth) {
            values++;
        }
        return values;
    }

    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
