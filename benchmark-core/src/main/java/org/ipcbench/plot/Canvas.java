package org.ipcbench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ipcbench.text.Markup;

/** A surface to draw on; places are pixels. */
interface Canvas {
    String CURRENT = "currentColor";
    String PAPER = "#ffffff";
    String NONE = "none";

    /** What is drawn, with its look on white paper; the page's style sheet has another for the class of the same name. */
    enum Ink {
        GRID("#e2e2dc", 1, NONE),
        LIMIT("#b01030", 1.4, NONE),
        LEADER("#9aa2a9", 0.7, NONE),
        /** The interval of a value of a line. */
        WHISKER(CURRENT, 1.2, NONE),
        /** The interval of a value in a row, which may lie on a bar. */
        INTERVAL("#1c2024", 1.2, NONE),
        /** A value. */
        POINT(CURRENT, 1.4, CURRENT),
        /** A doubtful value, or a second one on the same axis. */
        HOLLOW(CURRENT, 1.4, PAPER);

        static final double LINE_WIDTH = 1.6;

        final String colour;
        final double width;
        final String fill;

        Ink(String colour, double width, String fill) {
            this.colour = colour;
            this.width = width;
            this.fill = fill;
        }
    }

    /** What is written, likewise. */
    enum Words {
        HEADING("#1c2024", 16, true),
        NOTE("#5b636b", 12, false),
        LABEL("#5b636b", 13, false),
        NAME("#1c2024", 13, false);

        final String colour;
        final int size;
        final boolean bold;

        Words(String colour, int size, boolean bold) {
            this.colour = colour;
            this.size = size;
            this.bold = bold;
        }
    }

    /** The position of a text relative to its place, which is on the text's base line. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** Draws what carries no values. */
    void axes(Runnable content);

    /** Draws the line or row of this name in the colour of its look. */
    void group(Look look, String name, Runnable content);

    /** A line through places, with the dashes of a look. */
    void curve(List<Position> spots, Look look);

    /** Lines through places. */
    void lines(Ink ink, List<List<Position>> lines);

    /**
     * A bar.
     *
     * @param told the exact figure
     */
    void bar(Ink ink, Position corner, double width, double height, String told);

    /**
     * A marker.
     *
     * @param told the exact figure; empty for the marker of a name
     */
    void marker(Look.Marker shape, Ink ink, Position centre, String told);

    void text(Words look, String text, Position spot, Anchor anchor);

    /**
     * A place on the canvas, in pixels from its upper left corner.
     *
     * @param x to the right
     * @param y downwards
     */
    public record Position(double x, double y) {
        public Position plus(double right, double down) {
            return new Position(x + right, y + down);
        }
    }

    /**
     * A line through spots of a chart.
     *
     * @param spots from beginning to end
     */
    record Curve(List<Position> spots) {
        /** Tolerance in pixels; a bend of half a pixel is not visible. */
        private static final double TOLERANCE = 0.4;

        public Curve {
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
                    : Math.abs((to.x() - from.x()) * (from.y() - spot.y())
                                    - (from.x() - spot.x()) * (to.y() - from.y()))
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
}
