package org.ipcbench.plot;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The shape that marks the values of a line, so that lines can be distinguished without colour; hollow if a value is
 * doubtful.
 */
enum Marker {
    DISC(16, 0, 1, 1, 1),
    SQUARE(4, 0.5, 1, 1, 1),
    DIAMOND(4, 0, 1, 1, 1),
    TRIANGLE(3, 0, 1, 1, 1),
    CROSS(8, 1, Marker.NARROW, 1, 1),
    TURNED_TRIANGLE(3, 0.5, 1, 1, 1),
    TALL_BOX(4, 0.5, 1, 0.5, 1.2),
    STAR(10, 0, 0.45, 1.1, 1.1),
    RIGHT_TRIANGLE(3, 0.75, 1, 1, 1),
    FLAT_BOX(4, 0.5, 1, 1.2, 0.5),
    PLUS(8, 0, Marker.NARROW, 1.1, 1.1),
    LEFT_TRIANGLE(3, 0.25, 1, 1, 1);

    /** Distance of a cross's inner corners from the centre, as a share of the outer ones. */
    private static final double NARROW = 0.3;

    private static final double RADIUS = 5;
    private static final double OUTLINE_WIDTH = 1.4;
    private static final String PAPER = "#ffffff";

    private final int corners;
    private final double turn;
    private final double inner;
    private final double width;
    private final double height;

    /**
     * A polygon around a centre.
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

    void paint(Canvas canvas, Position centre, String colour, boolean hollow) {
        List<Position> spots = IntStream.range(0, corners)
                .mapToObj(corner -> corner(centre, corner))
                .toList();
        canvas.polygon(spots, hollow ? PAPER : colour, Pen.solid(colour, OUTLINE_WIDTH));
    }

    private Position corner(Position centre, int corner) {
        double angle = 2 * Math.PI * (corner + turn) / corners;
        double radius = RADIUS * (corner % 2 == 0 ? 1 : inner);
        return centre.plus(width * radius * Math.sin(angle), -height * radius * Math.cos(angle));
    }
}
