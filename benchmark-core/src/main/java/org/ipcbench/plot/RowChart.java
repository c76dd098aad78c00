package org.ipcbench.plot;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ipcbench.plot.Scale.Range;

/**
 * Values of several names, one row per name.
 *
 * @param subject what the chart is about
 * @param title what it shows about the subject
 * @param note the meaning of the signs; may be empty
 * @param axis the axis along the rows
 * @param panels the groups of rows from top to bottom; at least one
 */
public record RowChart(String subject, String title, String note, Axis axis, List<Panel> panels) implements Chart {
    public RowChart {
        panels = List.copyOf(panels);
    }

    /** A chart of one panel without a name. */
    public static RowChart of(String subject, String title, String note, Axis axis, List<Row> rows) {
        return new RowChart(subject, title, note, axis, List.of(new Panel("", rows)));
    }

    /**
     * Rows that are compared with each other, above an axis of their own.
     *
     * @param name what the rows have in common; may be empty
     * @param rows the rows from top to bottom
     */
    public record Panel(String name, List<Row> rows) {
        public Panel {
            rows = List.copyOf(rows);
        }

        private DoubleStream known() {
            return rows.stream()
                    .flatMapToDouble(row -> DoubleStream.concat(
                            row.values().stream()
                                    .flatMapToDouble(value -> DoubleStream.of(value.y(), value.low(), value.high())),
                            row.marks().stream().mapToDouble(Double::doubleValue)));
        }
    }

    /** All rows. */
    public Stream<Row> rows() {
        return panels.stream().flatMap(panel -> panel.rows().stream());
    }

    @Override
    public boolean isMeasured() {
        return rows().anyMatch(Row::isMeasured);
    }

    /**
     * The range of a panel's axis. On an axis from zero, the longest bar fills its panel: a rate of small messages would be
     * invisible beside a rate of large ones. Other axes are alike, so that places in different panels can be compared.
     */
    public Range along(Panel panel) {
        boolean alone = axis.scale().hasZero() && panel.known().findAny().isPresent();
        DoubleStream known = alone ? panel.known() : panels.stream().flatMapToDouble(Panel::known);
        double[] values = known.sorted().toArray();
        return axis.scale().around(values[0], values[values.length - 1]);
    }
}
