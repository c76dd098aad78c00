package org.ipcbench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A line of a chart.
 *
 * @param name its name
 * @param remark an addition to the name in a legend; may be empty
 * @param look index of its look in the page; a legend numbers its lines itself
 * @param points the points from left to right, gaps included
 * @param spots the points that show their exact figures in the page
 * @param pointsPerMarker number of points from one marker to the next, in a file
 */
public record Series(String name, String remark, int look, List<Point> points, List<Spot> spots, int pointsPerMarker) {
    public Series {
        points = List.copyOf(points);
        spots = List.copyOf(spots);
    }

    /** A line without remark and spots. */
    public Series(String name, List<Point> points, int pointsPerMarker) {
        this(name, "", 0, points, List.of(), pointsPerMarker);
    }

    /**
     * A point that shows its exact figure.
     *
     * @param point its place
     * @param text the figure and what it is about; may have several lines
     */
    public record Spot(Point point, String text) {}

    /** Whether there is any value to draw. */
    public boolean isMeasured() {
        return points.stream().anyMatch(point -> !point.isGap());
    }

    /** Whether a line leads from one of its values to another. */
    public boolean isJoined() {
        return points.stream().anyMatch(Point::joined);
    }

    /** The name in a legend. */
    public String entry() {
        return name + remark;
    }

    /** The last value; empty if there is none. */
    public Optional<Point> end() {
        return known().stream().reduce((one, next) -> next);
    }

    /**
     * The parts that are each drawn as one line, of two points or more. Gaps, and points to which no line may lead, divide
     * the series.
     */
    public List<List<Point>> stretches() {
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

    /** The points with a value. */
    public List<Point> known() {
        return points.stream().filter(point -> !point.isGap()).toList();
    }

    /**
     * The points that have a marker in a file; at least one of the known points. Lines have their markers at different
     * points, so that markers do not cover each other.
     */
    public List<Point> marked(int place) {
        List<Point> marked = IntStream.range(0, points.size())
                .filter(i -> Math.floorMod(i - place, pointsPerMarker) == 0)
                .mapToObj(points::get)
                .filter(point -> !point.isGap())
                .toList();
        List<Point> known = known();
        return marked.isEmpty() && !known.isEmpty() ? List.of(known.get(place % known.size())) : marked;
    }
}
