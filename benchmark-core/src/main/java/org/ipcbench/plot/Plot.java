package org.ipcbench.plot;

import java.util.List;

/**
 * What a plot shows.
 *
 * @param title the question it answers
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param lines in the order of the legend
 */
public record Plot(String title, Axis x, Axis y, List<Line> lines) {
    public Plot {
        lines = List.copyOf(lines);
    }

    /** Whether any line has a value; else nothing can be painted. */
    public boolean isMeasured() {
        return lines.stream().anyMatch(Line::isMeasured);
    }
}
