package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.figure.CallFigures;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.Figures;
import org.ipcbench.figure.Value;
import org.ipcbench.measure.sample.CallParts;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Importance;
import org.ipcbench.workload.shape.Shape;

/** Calls that codecs write and read: what each part of a call takes, beside calls without a codec. */
public final class CodecTable {
    private static final double PERCENT = 100;

    private final FigureFormat format;

    public CodecTable(FigureFormat format) {
        this.format = format;
    }

    /** The table; empty if no call has been measured with a codec. */
    public Optional<Table<CellResult>> of(RunResult run) {
        List<CellResult> rows = run.cells().stream()
                .filter(result -> result.cell().workload().shape().isPresent()
                        && result.summary().isPresent())
                .toList();
        List<CellResult> coded = rows.stream()
                .filter(row -> number(CallFigures.CODEC, row).isPresent())
                .toList();
        if (coded.isEmpty()) {
            return Optional.empty();
        }
        List<Dimension> naming = naming(run, rows);
        return Optional.of(new Table<>(
                "what a call consists of; each part the median of timed calls, p50 of other ones",
                columns(naming),
                rows,
                Stream.of(
                                coded.stream().map(row -> share(row, naming)),
                                withoutCodec(rows).stream(),
                                readings(coded).stream())
                        .flatMap(lines -> lines)
                        .collect(Collectors.joining(System.lineSeparator()))));
    }

    private static List<Dimension> naming(RunResult run, List<CellResult> rows) {
        List<Cell> cells = rows.stream().map(CellResult::cell).toList();
        return run.dimensions().stream()
                .filter(dimension -> !dimension.equals(Dimension.CODEC))
                .filter(dimension -> dimension.equals(Dimension.TRANSPORT) || dimension.varies(cells))
                .toList();
    }

    private List<Column<CellResult>> columns(List<Dimension> naming) {
        List<Column<CellResult>> columns = new ArrayList<>();
        naming.forEach(dimension -> columns.add(Column.of(dimension)));
        columns.add(Column.text(Dimension.CODEC.heading(), CodecTable::codec).important(Importance.KEY));
        columns.add(Column.number(CallFigures.WIRE.names().heading(), this::wireBytes)
                .important(Importance.MAIN));
        columns.add(of(Figures.MEDIAN).important(Importance.MAIN));
        CallFigures.OF_PARTS.forEach(part -> columns.add(of(part)));
        columns.add(of(CallFigures.TRANSPORT));
        columns.add(of(CallFigures.PARTS));
        columns.add(of(CallFigures.CODEC).important(Importance.MAIN));
        return columns;
    }

    private Column<CellResult> of(Figure figure) {
        return Column.of(figure, format, Function.identity());
    }

    private static Optional<Double> number(Figure figure, CellResult row) {
        return figure.number(row).map(Value.Quantity::number);
    }

    private static String codec(CellResult row) {
        return row.cell().workload().shape().map(Shape::codec).orElse("");
    }

    /** Without a codec, messages have the asked sizes. */
    private Shown wireBytes(CellResult row) {
        return row.cell()
                .workload()
                .shape()
                .filter(shape -> !shape.isCoded())
                .map(shape -> Shown.of(shape.requestBytes() + shape.answerBytes()))
                .orElseGet(() -> format.of(CallFigures.WIRE, row));
    }

    /** How much of a call is the codec's. */
    private String share(CellResult row, List<Dimension> naming) {
        double all = number(CallFigures.PARTS, row).orElseThrow();
        double codec = number(CallFigures.CODEC, row).orElseThrow();
        return "%s: of %s us, %s are %s (%s %%)"
                .formatted(
                        naming.stream()
                                .map(dimension -> dimension.named(row.cell()))
                                .filter(name -> !name.isEmpty())
                                .collect(Collectors.joining(", ")),
                        format.decimal("%.1f", all),
                        format.decimal("%.1f", codec),
                        codec(row),
                        format.decimal("%.0f", PERCENT * codec / all));
    }

    /** Why some rows have no parts: the clock's readings would cost about as much as they. */
    private static Optional<String> withoutCodec(List<CellResult> rows) {
        return rows.stream()
                .filter(row ->
                        row.cell().workload().shape().filter(Shape::isCoded).isEmpty())
                .findFirst()
                .map(row -> codec(row)
                        + " has no parts: there is no codec, and p50 includes writing and reading the bytes");
    }

    /** What the times leave out. */
    private Optional<String> readings(List<CellResult> coded) {
        return coded.stream()
                .flatMap(row -> number(CallFigures.READING, row).stream())
                .max(Double::compare)
                .map(nanos ->
                        "a timed call reads the clock %d times on each side, for up to %s ns each, which the parts leave out"
                                .formatted(CallParts.READINGS_A_CALL, format.decimal("%.0f", nanos)));
    }
}
