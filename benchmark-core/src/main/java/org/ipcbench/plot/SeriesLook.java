package org.ipcbench.plot;

import org.ipcbench.markup.Markup;

/**
 * The look of a line in the page, and the key of its name in tables. The style sheet has the colours, which differ in dark
 * mode.
 *
 * @param place index of the name in the run, from 0
 */
public record SeriesLook(int place) {
    private static final int COLOURS = 7;
    private static final int DASHES = 4;

    /**
     * The shapes of markers, around a centre at zero. Their number is not a divisor of the number of colours, so that pairs
     * of shape and colour repeat late.
     */
    private static final String[] SHAPES = {
        "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
        "M-3.5-3.5h7v7h-7z",
        "M0-5l5 5l-5 5l-5-5z",
        "M0-4.6l4.6 8h-9.2z",
        "M0 4.6l4.6-8h-9.2z",
        "M-1.7-4.5h3.4v2.8h2.8v3.4h-2.8v2.8h-3.4v-2.8h-2.8v-3.4h2.8z"
    };

    /** Writes the shapes that markers refer to. */
    public static void writeShapes(Markup markup) {
        markup.open("svg", "class", "shapes", "width", "0", "height", "0", "aria-hidden", "true")
                .open("defs");
        for (int shape = 0; shape < SHAPES.length; shape++) {
            markup.leaf("path", "id", "m" + shape, "d", SHAPES[shape]);
        }
        markup.close().close();
    }

    /** The line's classes in the style sheet. */
    String classes() {
        return "%s d%s".formatted(colour(), (place / COLOURS) % DASHES);
    }

    /** The class of only its colour. */
    public String colour() {
        return "c" + place % COLOURS;
    }

    /** The reference of a marker to its shape. */
    String marker() {
        return "#m" + place % SHAPES.length;
    }

    /** Writes the key before a name. */
    public void writeKey(Markup markup) {
        markup.open("svg", "class", "key " + colour(), "aria-hidden", "true")
                .leaf("use", "href", marker(), "x", "7", "y", "7")
                .close();
    }
}
