package org.ipcbench.plot;

import java.util.List;

/**
 * A row of a chart.
 *
 * @param name the text beside the row
 * @param values the values with their intervals, of which only the vertical values count; empty if none is known
 * @param marks other values on the same axis
 */
public record Row(String name, List<Point> values, List<Double> marks) {
    public Row {
        values = List.copyOf(values);
        marks = List.copyOf(marks);
    }

    /** Whether there is any value to draw. */
    public boolean isMeasured() {
        return !values.isEmpty();
    }
}
