package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Outcome;
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
        List<String> compared = rows.stream()
                .map(row -> VariantTable.compared(row.pair()))
                .distinct()
                .toList();
        String percentile = compared.size() == 1 ? percentile(rows.get(0)) : "";
        List<Column<Judged>> columns = new ArrayList<>();
        naming.forEach(
                dimension -> columns.add(Column.of(dimension, row -> row.pair().other())));
        if (rows.stream().anyMatch(Judged::comparesTimes)) {
            columns.add(Column.optional(
                    "threads %sus".formatted(percentile),
                    row -> micros(row, row.pair().first())));
            columns.add(Column.optional(
                    "processes %sus".formatted(percentile),
                    row -> micros(row, row.pair().other())));
            columns.add(
                    Column.<Judged>optional("the wall us", row -> row.longer().map(format::microsLonger))
                            .important(Importance.KEY));
        }
        columns.add(Column.optional("ratio", row -> row.pair().comparison().map(format::ratio)));
        columns.add(Column.text("processes are", Judged::difference).important(Importance.MAIN));
        return Optional.of(new Table<>(
                "the wall: a message between processes and between threads; ratio: %s between processes ÷ between threads, in the same rounds"
                        .formatted(String.join(" or ", compared)),
                columns,
                rows,
                sentences(rows, naming)));
    }

    private static List<Dimension> naming(RunResult run, List<Judged> rows) {
        return run.dimensions().stream()
                .filter(dimension -> dimension.equals(Dimension.TRANSPORT)
                        || dimension.varies(rows.stream().map(Judged::cell).toList()))
                .toList();
    }

    /** A sentence for each pair of cells, or if these are many, how often each outcome came. */
    private String sentences(List<Judged> rows, List<Dimension> naming) {
        return rows.size() > VariantTable.MAX_SENTENCES
                ? "processes are " + VariantTable.outcomes(rows)
                : rows.stream()
                        .flatMap(row -> sentence(row, naming).stream())
                        .collect(Collectors.joining(System.lineSeparator()));
    }

    /** The percentile that is compared, before a unit; empty if it is the rate. */
    private static String percentile(Judged row) {
        return row.pair().first().summary().stream()
                .flatMapToDouble(summary -> summary.speed().percentile().stream())
                .mapToObj("p%.0f "::formatted)
                .collect(Collectors.joining());
    }

    /** What the wall costs a message, or saves; empty if rates are compared, or if there are too few rounds. */
    private Optional<String> sentence(Judged row, List<Dimension> naming) {
        String name = naming.stream()
                .map(dimension -> dimension.named(row.cell()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return row.longer()
                .flatMap(longer -> longer.interval()
                        .map(interval -> "%s between threads %s%s us, between processes %s: %s"
                                .formatted(
                                        name,
                                        percentile(row),
                                        format.micros(nanos(row.pair().first())),
                                        format.micros(nanos(row.pair().other())),
                                        effect(row.outcome(), longer.seconds(), interval))));
    }

    /** The outcome, which is adjusted for the number of comparisons, as the interval is not. */
    private String effect(Outcome outcome, double seconds, Interval interval) {
        return outcome == Outcome.FASTER
                ? "the wall saves %s (%s to %s)"
                        .formatted(micros(-seconds), micros(-interval.high()), micros(-interval.low()))
                : "%s (%s to %s)"
                        .formatted(
                                outcome == Outcome.SLOWER
                                        ? "the wall costs " + micros(seconds)
                                        : outcome.label() + ", " + micros(seconds),
                                micros(interval.low()),
                                micros(interval.high()));
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
