package org.ipcbench.plot;

import java.util.List;

/** A surface to draw on; lengths are in pixels. */
interface Canvas {

    /** The position of a text relative to its spot, which is on the text's base line. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /**
     * The look of a text.
     *
     * @param size height of the letters, in pixels
     * @param bold whether the text is bold
     * @param anchor its position relative to its spot
     * @param upwards whether it is turned to be read from below
     */
    record TextStyle(int size, boolean bold, Anchor anchor, boolean upwards) {}

    /** Begins a group with this name for everything that is drawn until the next group begins. */
    void group(String name);

    void polyline(List<Position> spots, Pen pen);

    /** A closed area with its outline. */
    void polygon(List<Position> corners, String fill, Pen outline);

    void text(String text, Position spot, TextStyle style);

    default void line(Position from, Position to, Pen pen) {
        polyline(List.of(from, to), pen);
    }
}
