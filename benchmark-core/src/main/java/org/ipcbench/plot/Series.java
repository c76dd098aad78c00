package org.ipcbench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
}
