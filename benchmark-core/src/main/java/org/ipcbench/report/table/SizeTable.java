package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.Value;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Importance;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.SizeMix;

/** Calls whose sizes differ: the latencies of each class of sizes. */
public final class SizeTable {
    private final FigureFormat format;

    public SizeTable(FigureFormat format) {
        this.format = format;
    }

    /**
     * The requests of a cell whose sizes are of a class.
     *
     * @param result the cell
     * @param upToBytes the largest size of the class, in bytes
     * @param latencies their latencies
     */
    public record Row(CellResult result, int upToBytes, CellLatencies latencies) {}

    /** The table; empty if all requests of each cell have the same size. */
    public Optional<Table<Row>> of(RunResult run) {
        List<Row> rows = run.cells().stream().flatMap(SizeTable::rows).toList();
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<Cell> cells =
                rows.stream().map(row -> row.result().cell()).distinct().toList();
        return Optional.of(new Table<>(
                "latency by the size of the request; a row's sizes begin above those of the row before",
                columns(run, cells),
                rows,
                distributions(cells)));
    }

    /** How the sizes of each mix are distributed, a line for each. */
    private static String distributions(List<Cell> cells) {
        return cells.stream()
                .flatMap(cell -> cell.workload().shape().map(Shape::mix).stream())
                .distinct()
                .map(SizeMix::description)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static Stream<Row> rows(CellResult result) {
        return result.summary().stream()
                .flatMap(summary -> summary.latenciesBySize().entrySet().stream())
                .map((Map.Entry<Integer, CellLatencies> size) -> new Row(result, size.getKey(), size.getValue()));
    }

    private List<Column<Row>> columns(RunResult run, List<Cell> cells) {
        List<Column<Row>> columns = new ArrayList<>();
        run.dimensions().stream()
                .filter(dimension -> dimension.equals(Dimension.TRANSPORT) || dimension.varies(cells))
                .forEach(dimension -> columns.add(Column.of(dimension, Row::result)));
        columns.add(Column.number("up to bytes", (Row row) -> Shown.of(row.upToBytes()))
                .important(Importance.KEY));
        columns.add(
                Column.number("samples", (Row row) -> Shown.of(row.latencies().count()))
                        .important(Importance.DETAIL));
        Percentiles.IN_SIDE_TABLES.forEach(
                percentile -> columns.add(percentile(Figures.ofPercentile(percentile), percentile)));
        return columns;
    }

    private Column<Row> percentile(Figure figure, double percentile) {
        return Column.number(
                figure.names().heading(), row -> format.of(figure, Value.ofPercentile(row.latencies(), percentile)));
    }
}
