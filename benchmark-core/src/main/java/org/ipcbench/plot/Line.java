package org.ipcbench.plot;

import java.util.List;

/**
 * A line and its entry in the legend.
 *
 * @param name what the legend calls it
 * @param points from left to right, those that are not known included
 * @param pointsPerMarker every so many points one is marked
 */
public record Line(String name, List<Point> points, int pointsPerMarker) {
    public Line {
        points = List.copyOf(points);
    }

    /** Whether there is anything to see. */
    public boolean isMeasured() {
        return points.stream().anyMatch(point -> !point.isGap());
    }
}
