package org.ipcbench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ipcbench.plot.Canvas.Position;
import org.ipcbench.text.Markup;

/**
 * A line through spots of a chart.
 *
 * @param spots from beginning to end
 */
record Curve(List<Position> spots) {
    /** Tolerance in pixels; a bend of half a pixel is not visible. */
    private static final double TOLERANCE = 0.4;

    Curve {
        spots = List.copyOf(spots);
    }

    /** The spots without those that hardly bend the line. */
    List<Position> bends() {
        return simplified(spots);
    }

    /** The line as the data of an SVG path. */
    String data() {
        return spots.stream()
                .map(spot -> Markup.number(spot.x()) + " " + Markup.number(spot.y()))
                .collect(Collectors.joining("L", "M", ""));
    }

    /** Distance of a spot from the line between two others. */
    private static double distance(Position spot, Position from, Position to) {
        double length = Math.hypot(to.x() - from.x(), to.y() - from.y());
        return length == 0
                ? Math.hypot(spot.x() - from.x(), spot.y() - from.y())
                : Math.abs((to.x() - from.x()) * (from.y() - spot.y()) - (from.x() - spot.x()) * (to.y() - from.y()))
                        / length;
    }

    /** The algorithm of Ramer, Douglas and Peucker: the spot farthest from the straight line is kept and divides the rest. */
    private static List<Position> simplified(List<Position> spots) {
        if (spots.size() <= 2) {
            return spots;
        }
        Position first = spots.get(0);
        Position last = spots.get(spots.size() - 1);
        int farthest = 0;
        double most = TOLERANCE;
        for (int i = 1; i < spots.size() - 1; i++) {
            double distance = distance(spots.get(i), first, last);
            if (distance > most) {
                most = distance;
                farthest = i;
            }
        }
        if (farthest == 0) {
            return List.of(first, last);
        }
        List<Position> both = new ArrayList<>(simplified(spots.subList(0, farthest + 1)));
        both.addAll(simplified(spots.subList(farthest, spots.size())).stream()
                .skip(1)
                .toList());
        return both;
    }
}
