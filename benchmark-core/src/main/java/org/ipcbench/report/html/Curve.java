package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;

/**
 * A line through spots of a drawing.
 *
 * @param spots from its beginning to its end
 */
record Curve(List<Spot> spots) {
    /** A bend of half a pixel is not seen. */
    private static final double TOLERANCE = 0.4;

    Curve {
        spots = List.copyOf(spots);
    }

    /** A place in a drawing. */
    record Spot(double x, double y) {
        private double distance(Spot from, Spot to) {
            double length = Math.hypot(to.x - from.x, to.y - from.y);
            return length == 0
                    ? Math.hypot(x - from.x, y - from.y)
                    : Math.abs((to.x - from.x) * (from.y - y) - (from.x - x) * (to.y - from.y)) / length;
        }
    }

    /** The data of an SVG path, without the spots that hardly bend it. */
    String path() {
        StringBuilder path = new StringBuilder();
        for (Spot spot : simplified(spots)) {
            path.append(path.isEmpty() ? "M" : "L")
                    .append(Markup.number(spot.x()))
                    .append(' ')
                    .append(Markup.number(spot.y()));
        }
        return path.toString();
    }

    /** By Ramer, Douglas and Peucker: what strays most from the straight line stays, and divides the rest. */
    private static List<Spot> simplified(List<Spot> spots) {
        if (spots.size() <= 2) {
            return spots;
        }
        Spot first = spots.get(0);
        Spot last = spots.get(spots.size() - 1);
        int farthest = 0;
        double most = TOLERANCE;
        for (int i = 1; i < spots.size() - 1; i++) {
            double distance = spots.get(i).distance(first, last);
            if (distance > most) {
                most = distance;
                farthest = i;
            }
        }
        if (farthest == 0) {
            return List.of(first, last);
        }
        List<Spot> both = new ArrayList<>(simplified(spots.subList(0, farthest + 1)));
        both.addAll(simplified(spots.subList(farthest, spots.size())).stream()
                .skip(1)
                .toList());
        return both;
    }
}
