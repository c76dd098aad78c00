package org.ipcbench.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import org.ipcbench.plot.Scale.Range;

/**
 * Values of several names, one row per name.
 *
 * @param subject what the figure is about
 * @param title what it shows about the subject
 * @param note the meaning of the signs; may be empty
 * @param axis the axis along the rows
 * @param rows the rows from top to bottom
 */
public record RowFigure(String subject, String title, String note, Axis axis, List<Row> rows) implements Figure {
    public RowFigure {
        rows = List.copyOf(rows);
    }

    @Override
    public boolean isMeasured() {
        return rows.stream().anyMatch(row -> !row.value().isGap());
    }

    /** The range of the axis. */
    public Range along() {
        return axis.scale().around(known().min().orElseThrow(), known().max().orElseThrow());
    }

    private DoubleStream known() {
        return rows.stream()
                .flatMapToDouble(row -> DoubleStream.of(
                        row.value().y(), row.value().low(), row.value().high(), row.mark()))
                .filter(value -> !Double.isNaN(value));
    }
}
