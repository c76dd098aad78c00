package org.ipcbench.plot;

import java.util.List;

/**
 * The style of a drawn line.
 *
 * @param colour as {@code #rrggbb}
 * @param width in pixels
 * @param dashes alternating lengths of dashes and gaps, in pixels; empty for a solid line
 */
record Pen(String colour, double width, List<Integer> dashes) {
    static Pen solid(String colour, double width) {
        return new Pen(colour, width, List.of());
    }
}
