package org.ipcbench.plot.file;

import java.util.List;

/**
 * What a line is drawn with.
 *
 * @param colour as {@code #rrggbb}
 * @param width in pixels
 * @param dashes lengths of dashes and gaps in turn, in pixels; none for a solid line
 */
record Pen(String colour, double width, List<Integer> dashes) {
    static Pen solid(String colour, double width) {
        return new Pen(colour, width, List.of());
    }
}
