package org.ipcbench.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.compare.History;
import org.ipcbench.compare.History.CellHistory;
import org.ipcbench.compare.Side;
import org.ipcbench.report.table.Table;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.table.TableStyle;
import org.ipcbench.report.text.ComparisonText.KeyProperties;
import org.ipcbench.text.Importance;

/**
 * The history of cells: the runs, a row for each cell with its speed in each run, and where it changed.
 *
 * @param style the text style of tables
 */
public record HistoryText(TableStyle style) {
    /** Maximum number of differences between two runs that a line lists. */
    private static final int MAX_DIFFERENCES = 4;

    private static final double PERCENT = 100;

    /** The tables and lines, each with an end of line. */
    public String of(History history) {
        List<Integer> runs = IntStream.range(0, history.runs().size()).boxed().toList();
        StringBuilder text = new StringBuilder();
        text.append(style.alone(new Table<>(
                "runs in the order of their time",
                List.of(
                        Column.<Integer>words("run", run -> Integer.toString(run + 1))
                                .important(Importance.KEY),
                        Column.<Integer>text(
                                        "name", run -> history.runs().get(run).name())
                                .important(Importance.KEY),
                        Column.text(
                                "measured", run -> description(history.runs().get(run)))),
                runs)));
        runs.forEach(run -> differences(history, run).forEach(line -> text.append(style.line(line))));
        KeyProperties<CellHistory> properties = new KeyProperties<>(history.cells(), CellHistory::key);
        List<Column<CellHistory>> columns = new ArrayList<>(properties.columns());
        runs.forEach(run -> columns.add(Column.words(Integer.toString(run + 1), cell -> figure(cell, run))));
        columns.add(Column.text("changed in", HistoryText::place).important(Importance.MAIN));
        columns.add(Column.words("to", HistoryText::change).important(Importance.MAIN));
        text.append(style.alone(new Table<>(
                properties.title("speed in each run as a multiple of the first run's"), columns, history.cells())));
        text.append(style.line(String.format(
                Locale.ROOT,
                "above 1 is faster; the chance of any wrong change among all %d cells is at most %.0f %%",
                history.cells().size(),
                PERCENT * Holm.ALPHA)));
        return text.toString();
    }

    private static String description(Side side) {
        return side.origin().description();
    }

    private static List<String> differences(History history, int run) {
        List<String> differences = new ArrayList<>();
        if (history.isOfAnotherMachine(run)) {
            differences.add("machine: %s, now %s"
                    .formatted(
                            history.runs().get(run - 1).origin().host(),
                            history.runs().get(run).origin().host()));
        }
        history.differences(run).stream().map(ComparisonText::text).forEach(differences::add);
        int more = differences.size() - MAX_DIFFERENCES;
        String listed = differences.stream().limit(MAX_DIFFERENCES).collect(Collectors.joining("; "));
        return differences.isEmpty()
                ? List.of()
                : List.of("run %d differs from run %d: %s%s"
                        .formatted(run + 1, run, listed, more > 0 ? "; and %d more".formatted(more) : ""));
    }

    private static String figure(CellHistory cell, int run) {
        return cell.relative()
                .get(run)
                .map(figure -> decimal(figure.value())
                        + figure.interval()
                                .map(interval -> " ± " + decimal(halfWidth(interval)))
                                .orElse(""))
                .orElse("");
    }

    private static double halfWidth(Interval interval) {
        return (interval.high() - interval.low()) / 2;
    }

    private static String place(CellHistory cell) {
        return cell.changedAt().map(run -> "run " + (run + 1)).orElse("");
    }

    private static String change(CellHistory cell) {
        return cell.change()
                .map(change -> {
                    Interval interval = change.ratio().interval(Holm.ALPHA);
                    return String.format(
                            Locale.ROOT,
                            "%.3f (%.3f to %.3f)",
                            change.ratio().ratio(),
                            interval.low(),
                            interval.high());
                })
                .orElse("");
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
