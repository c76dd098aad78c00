package org.ipcbench.plot.file;

import java.util.List;
import org.ipcbench.plot.Position;

/** What can be drawn on; lengths are in pixels. */
interface Canvas {

    /** Where a text stands relative to its spot, which is on its base line. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /**
     * How a text looks.
     *
     * @param size height of the letters, in pixels
     * @param bold whether it stands out
     * @param anchor where it stands
     * @param upwards whether it is turned to be read from below
     */
    record TextStyle(int size, boolean bold, Anchor anchor, boolean upwards) {}

    /** What is drawn until the next one belongs together, under this name. */
    void group(String name);

    void polyline(List<Position> spots, Pen pen);

    /** A closed area with its outline. */
    void polygon(List<Position> corners, String fill, Pen outline);

    void text(String text, Position spot, TextStyle style);

    default void line(Position from, Position to, Pen pen) {
        polyline(List.of(from, to), pen);
    }
}
