package org.ipcbench.plot;

import java.util.List;

/**
 * Values over numbers, a line for each name.
 *
 * @param title the question it answers
 * @param note what the signs mean; may be empty
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param lines in the order of the legend
 */
public record LinePlot(String title, String note, Axis x, Axis y, List<Line> lines) implements Plot {
    public LinePlot {
        lines = List.copyOf(lines);
    }

    @Override
    public boolean isMeasured() {
        return lines.stream().anyMatch(Line::isMeasured);
    }
}
