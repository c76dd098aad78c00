package org.ipcbench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * A line of a chart.
 *
 * @param name its name
 * @param remark an addition to the name in a file; may be empty
 * @param look its look
 * @param points the points from left to right, gaps included
 * @param spots the points that have markers and tell their exact figures
 */
public record Series(String name, String remark, Look look, List<Point> points, List<Spot> spots) {
    public Series {
        points = List.copyOf(points);
        spots = List.copyOf(spots);
    }

    /**
     * A point that tells its exact figure.
     *
     * @param point its place
     * @param text the figure and what it is about; may have several lines
     */
    public record Spot(Point point, String text) {}

    /** Whether there is any value to draw. */
    public boolean isMeasured() {
        return end().isPresent();
    }

    /** The name in a file. */
    String entry() {
        return name + remark;
    }

    /** The last value; empty if there is none. */
    Optional<Point> end() {
        return points.stream().filter(point -> !point.isGap()).reduce((one, next) -> next);
    }

    /**
     * The parts that are each drawn as one line, of two points or more. Gaps, and points to which no line may lead, divide
     * the series.
     */
    List<List<Point>> stretches() {
        List<List<Point>> stretches = new ArrayList<>();
        List<Point> stretch = new ArrayList<>();
        for (Point point : points) {
            if (point.isGap() || !point.joined()) {
                stretches.add(List.copyOf(stretch));
                stretch.clear();
            } else {
                stretch.add(point);
            }
        }
        stretches.add(List.copyOf(stretch));
        stretches.removeIf(each -> each.size() < 2);
        return stretches;
    }

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
}
