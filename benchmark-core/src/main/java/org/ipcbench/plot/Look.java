package org.ipcbench.plot;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ipcbench.plot.Canvas.Curve;
import org.ipcbench.plot.Canvas.Position;
import org.ipcbench.text.Markup;

/**
 * The look of a line or a row, and the key of its name. Among the first 72 no two have both marker and dashes in common. The
 * style sheet of the page has other colours in dark mode.
 *
 * @param place index of the name in the run, from 0
 */
public record Look(int place) {
    /**
     * Colours that are dark enough for white paper. Dark and light ones take turns, so that neighbours differ in greyscale and
     * for people with any colour-blindness.
     */
    static final List<String> COLOURS =
            List.of("#005b94", "#dd6b1f", "#005f49", "#cc5fa8", "#101316", "#6a5000", "#3597d3");

    /** Alternating lengths of dashes and gaps, in pixels; none for a solid line. */
    private static final List<List<Integer>> DASHES = List.of(
            List.of(), List.of(8, 4), List.of(2, 3), List.of(10, 3, 2, 3), List.of(4, 2), List.of(12, 3, 2, 3, 2, 3));

    /** The shape of a marker, a polygon around a centre. */
    enum Marker {
        DISC(16, 0, 1, 1, 1),
        SQUARE(4, 0.5, 1, 1, 1),
        DIAMOND(4, 0, 1, 1, 1),
        TRIANGLE(3, 0, 1, 1, 1),
        CROSS(8, 1, Marker.NARROW, 1.1, 1.1),
        TURNED_TRIANGLE(3, 0.5, 1, 1, 1),
        TALL_BOX(4, 0.5, 1, 0.5, 1.2),
        STAR(10, 0, 0.45, 1.1, 1.1),
        RIGHT_TRIANGLE(3, 0.75, 1, 1, 1),
        FLAT_BOX(4, 0.5, 1, 1.2, 0.5),
        PLUS(8, 0, Marker.NARROW, 1.1, 1.1),
        LEFT_TRIANGLE(3, 0.25, 1, 1, 1);

        /** Distance of a cross's inner corners, as a share of the outer ones; a hollow one has to show its paper. */
        private static final double NARROW = 0.42;

        private static final double RADIUS = 5;

        private final int corners;
        private final double turn;
        private final double inner;
        private final double width;
        private final double height;

        /**
         * A shape.
         *
         * @param corners number of corners; the first one is at the top
         * @param turn rotation as a share of the way to the next corner
         * @param inner distance of every second corner from the centre, from 0 to 1
         * @param width horizontal stretch
         * @param height vertical stretch
         */
        Marker(int corners, double turn, double inner, double width, double height) {
            this.corners = corners;
            this.turn = turn;
            this.inner = inner;
            this.width = width;
            this.height = height;
        }

        List<Position> corners() {
            return IntStream.range(0, corners).mapToObj(this::corner).toList();
        }

        private Position corner(int corner) {
            double angle = 2 * Math.PI * (corner + turn) / corners;
            double radius = RADIUS * (corner % 2 == 0 ? 1 : inner);
            return new Position(width * radius * Math.sin(angle), -height * radius * Math.cos(angle));
        }

        /** The id of the shape within SVG. */
        String id() {
            return "m-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The reference to the shape. */
        String reference() {
            return "#" + id();
        }
    }

    Marker marker() {
        return Marker.values()[place % Marker.values().length];
    }

    List<Integer> dashes() {
        int round = place / Marker.values().length; // shifts the dashes, which would repeat with the markers otherwise
        return DASHES.get((place + round) % DASHES.size());
    }

    String colour() {
        return COLOURS.get(place % COLOURS.size());
    }

    /** The colour's class in the style sheet. */
    public String colourClass() {
        return "c" + place % COLOURS.size();
    }

    /** Writes the shapes that markers refer to. */
    public static void writeShapes(Markup markup) {
        markup.open("defs");
        for (Marker shape : Marker.values()) {
            markup.leaf("path", "id", shape.id(), "d", new Curve(shape.corners()).data() + "z");
        }
        markup.close();
    }

    /** Writes the key before a name. */
    public void writeKey(Markup markup) {
        markup.open("svg", "class", "key " + colourClass(), "aria-hidden", "true")
                .leaf("use", "href", marker().reference(), "x", "7", "y", "7")
                .close();
    }
}
