package org.ipcbench.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import org.ipcbench.plot.Scale.Range;

/**
 * Values of several names, a row each.
 *
 * @param subject what it is about
 * @param title what it shows of that
 * @param note what the signs mean; may be empty
 * @param axis the axis along the rows
 * @param rows from above to below
 */
public record RowFigure(String subject, String title, String note, Axis axis, List<Row> rows) implements Figure {
    public RowFigure {
        rows = List.copyOf(rows);
    }

    @Override
    public boolean isMeasured() {
        return rows.stream().anyMatch(row -> !row.value().isGap());
    }

    /** What the axis spans. */
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
