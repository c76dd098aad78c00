package org.ipcbench.plot;

import java.util.stream.DoubleStream;

/**
 * A value with its interval.
 *
 * @param x place on the axis, in the unit of the horizontal axis
 * @param y the value, in the unit of the vertical axis; not a number if there is none, which leaves a gap
 * @param low lower end of the interval; the value itself if there is none
 * @param high upper end of the interval; the value itself if there is none
 * @param hollow whether the value is doubtful, which a hollow marker shows
 * @param joined whether a line may lead to it
 */
public record Point(double x, double y, double low, double high, boolean hollow, boolean joined) {

    private static final double DECADE = 10;

    /** A value without an interval. */
    public static Point of(double x, double y) {
        return new Point(x, y, y, y, false, true);
    }

    /** A gap: no value is known here. */
    public static Point gap(double x) {
        return of(x, Double.NaN);
    }

    /** Returns a copy to which no line may lead. */
    public Point alone() {
        return new Point(x, y, low, high, hollow, false);
    }

    public boolean isGap() {
        return Double.isNaN(y);
    }

    public boolean hasInterval() {
        return high > low;
    }

    /**
     * What an axis shows of it: the value and its interval. An interval that reaches zero has no end on a logarithmic axis, of
     * which a decade is enough.
     */
    DoubleStream reach(Scale scale) {
        double end = low > 0 || scale.hasZero() ? low : Math.min(y, high) / DECADE;
        return isGap() ? DoubleStream.empty() : DoubleStream.of(y, end, high);
    }
}
