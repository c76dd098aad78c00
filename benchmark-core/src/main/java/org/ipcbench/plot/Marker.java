package org.ipcbench.plot;

import java.util.List;
import java.util.stream.IntStream;

/** The shape that marks the values of a line, so that lines are told apart without colour. */
enum Marker {
    DISC(16, 0, Look.FILLED),
    SQUARE(4, 0.5, Look.HOLLOW),
    DIAMOND(4, 0, Look.FILLED),
    TRIANGLE(3, 0, Look.HOLLOW),
    CROSS(4, 0.5, Look.SPOKES),
    TURNED_TRIANGLE(3, 0.5, Look.FILLED),
    RING(16, 0, Look.HOLLOW),
    FILLED_SQUARE(4, 0.5, Look.FILLED),
    HOLLOW_DIAMOND(4, 0, Look.HOLLOW),
    FILLED_TRIANGLE(3, 0, Look.FILLED),
    PLUS(4, 0, Look.SPOKES),
    HOLLOW_TURNED_TRIANGLE(3, 0.5, Look.HOLLOW);

    private enum Look {
        FILLED,
        HOLLOW,
        SPOKES
    }

    private static final double RADIUS = 4.5;
    private static final double OUTLINE_WIDTH = 1.4;
    private static final String PAPER = "#ffffff";

    private final int corners;
    private final double turn;
    private final Look look;

    /** A number of corners on a circle, the first one on top, turned by a share of the way to the next corner. */
    Marker(int corners, double turn, Look look) {
        this.corners = corners;
        this.turn = turn;
        this.look = look;
    }

    void paint(Canvas canvas, Position centre, String colour) {
        List<Position> spots = IntStream.range(0, corners)
                .mapToObj(corner -> corner(centre, corner))
                .toList();
        Pen pen = Pen.solid(colour, OUTLINE_WIDTH);
        switch (look) {
            case FILLED -> canvas.polygon(spots, colour, pen);
            case HOLLOW -> canvas.polygon(spots, PAPER, pen);
            case SPOKES -> spots.forEach(spot -> canvas.line(centre, spot, pen));
        }
    }

    private Position corner(Position centre, int corner) {
        double angle = 2 * Math.PI * (corner + turn) / corners;
        return centre.plus(RADIUS * Math.sin(angle), -RADIUS * Math.cos(angle));
    }
}
