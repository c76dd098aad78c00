package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ipcbench.figure.VariantPair;
import org.ipcbench.figure.VariantPair.Judged;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Importance;

/** What the wall between two processes costs: each cell between processes beside the same cell between threads. */
public final class WallTable {
    private static final double MICROS_PER_SECOND = 1e6;

    private final FigureFormat format;

    public WallTable(FigureFormat format) {
        this.format = format;
    }

    /** The table; empty if no cell was measured on both sides of the wall. */
    public Optional<Table<Judged>> of(RunResult run) {
        List<Judged> rows = VariantPair.judgedSides(run);
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<Dimension> naming = naming(run, rows);
        List<Column<Judged>> columns = new ArrayList<>();
        naming.forEach(
                dimension -> columns.add(Column.of(dimension, row -> row.pair().other())));
        if (rows.stream().anyMatch(Judged::comparesTimes)) {
            columns.add(
                    Column.optional("threads us", row -> micros(row, row.pair().first())));
            columns.add(Column.optional(
                    "processes us", row -> micros(row, row.pair().other())));
            columns.add(
                    Column.<Judged>optional("the wall us", row -> row.longer().map(format::microsLonger))
                            .important(Importance.KEY));
        }
        columns.add(Column.optional("ratio", row -> row.pair().comparison().map(format::ratio)));
        columns.add(Column.text("processes are", Judged::difference).important(Importance.MAIN));
        return Optional.of(new Table<>(
                "the wall: a message between processes and between threads; ratio ÷ rate between threads in the same rounds",
                columns,
                rows,
                rows.stream()
                        .flatMap(row -> sentence(row, naming).stream())
                        .collect(Collectors.joining(System.lineSeparator()))));
    }

    private static List<Dimension> naming(RunResult run, List<Judged> rows) {
        return run.dimensions().stream()
                .filter(dimension -> dimension.equals(Dimension.TRANSPORT)
                        || dimension.varies(rows.stream().map(Judged::cell).toList()))
                .toList();
    }

    /** What the wall costs a message; empty if rates are compared, or if there are too few rounds. */
    private Optional<String> sentence(Judged row, List<Dimension> naming) {
        String name = naming.stream()
                .map(dimension -> dimension.named(row.cell()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return row.longer()
                .flatMap(longer -> longer.interval()
                        .map(interval -> "%s between threads %s us, between processes %s: the wall costs %s (%s to %s)"
                                .formatted(
                                        name,
                                        format.micros(nanos(row.pair().first())),
                                        format.micros(nanos(row.pair().other())),
                                        micros(longer.seconds()),
                                        micros(interval.low()),
                                        micros(interval.high()))));
    }

    private Optional<Shown> micros(Judged row, CellResult result) {
        return row.comparesTimes() ? Optional.of(format.micros(nanos(result))) : Optional.empty();
    }

    private static OptionalDouble nanos(CellResult result) {
        return result.summary()
                .map(summary -> OptionalDouble.of(1e9 / summary.speed().geometricMean()))
                .orElseGet(OptionalDouble::empty);
    }

    private Shown micros(double seconds) {
        double micros = MICROS_PER_SECOND * seconds;
        return format.number(Math.abs(micros) < 10 ? 2 : 1, micros);
    }
}
