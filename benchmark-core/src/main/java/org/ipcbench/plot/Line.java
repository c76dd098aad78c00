package org.ipcbench.plot;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A line and its entry in the legend.
 *
 * @param name what the legend calls it
 * @param points from left to right, those that are not known included
 * @param pointsPerMarker number of points from one marker to the next
 */
public record Line(String name, List<Point> points, int pointsPerMarker) {
    public Line {
        points = List.copyOf(points);
    }

    /** Whether there is anything to see. */
    public boolean isMeasured() {
        return points.stream().anyMatch(point -> !point.isGap());
    }

    /** Whether a line leads from one of its values to another. */
    boolean isJoined() {
        return points.stream().anyMatch(Point::joined);
    }

    /**
     * The points that have a marker, at least one of the known ones. Lines have their markers at different points, or markers
     * would cover each other.
     */
    List<Point> marked(int place) {
        List<Point> marked = IntStream.range(0, points.size())
                .filter(i -> Math.floorMod(i - place, pointsPerMarker) == 0)
                .mapToObj(points::get)
                .filter(point -> !point.isGap())
                .toList();
        List<Point> known = points.stream().filter(point -> !point.isGap()).toList();
        return marked.isEmpty() && !known.isEmpty() ? List.of(known.get(place % known.size())) : marked;
    }
}
