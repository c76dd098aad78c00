package org.ipcbench.plot;

/**
 * A value of a line, with the interval it may be off by.
 *
 * @param x where, in the unit of the horizontal axis
 * @param y the value, in the unit of the vertical axis; not a number where there is none, which leaves a gap
 * @param low lower end of the interval; the value itself where there is none
 * @param high upper end of the interval; the value itself where there is none
 */
public record Point(double x, double y, double low, double high) {

    /** A value without an interval. */
    public static Point of(double x, double y) {
        return new Point(x, y, y, y);
    }

    /** Nothing is known here. */
    public static Point gap(double x) {
        return of(x, Double.NaN);
    }

    public boolean isGap() {
        return Double.isNaN(y);
    }

    boolean hasInterval() {
        return high > low;
    }
}
