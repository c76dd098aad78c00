package org.ipcbench.report.html;

import java.util.List;
import org.ipcbench.plot.Point;

/**
 * A line of a figure.
 *
 * @param name what stands at its end
 * @param look its colour, marker and dashes
 * @param curve what the line leads along, gaps included
 * @param spots the points that have a marker and tell their figures
 */
record Series(String name, SeriesLook look, List<Point> curve, List<Spot> spots) {
    Series {
        curve = List.copyOf(curve);
        spots = List.copyOf(spots);
    }

    /**
     * A point with a marker.
     *
     * @param point where it stands
     * @param told its exact figure, a line each
     */
    record Spot(Point point, String told) {}

    boolean isMeasured() {
        return curve.stream().anyMatch(point -> !point.isGap());
    }
}
