package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.figure.Ranking;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.text.Importance;
import org.ipcbench.text.TextColumns;

/**
 * The rankings of a run that is still being measured, in the space of a terminal: of each cell its main figure, the ratio to the
 * fastest cell, and its doubts.
 */
public final class LiveTable {
    /** Title, header, three rules and the line of what is left out. */
    private static final int LINES_AROUND_ROWS = 6;

    /** What is true of every cell until the last round. */
    private static final Set<Reason.Kind> LATER = Set.of(Reason.Kind.NOT_REPEATED, Reason.Kind.INTERRUPTED);

    private final FigureFormat format;

    public LiveTable(Locale locale) {
        format = new FigureFormat(locale);
    }

    /**
     * The rankings, the fastest cells first; of rankings that do not fit the first ones.
     *
     * @param columns width of the terminal; longer lines are cut off
     * @param rows greatest number of lines
     */
    public List<String> lines(RunResult soFar, int columns, int rows) {
        List<Ranking> rankings = Ranking.tables(Ranking.of(soFar)).stream()
                .filter(ranking -> ranking.cells().stream().anyMatch(LiveTable::isKnown))
                .toList();
        if (rankings.isEmpty()) {
            return List.of();
        }
        int each = Math.max(LINES_AROUND_ROWS + 1, rows / rankings.size());
        RankingColumns shared = new RankingColumns(soFar, format);
        List<String> lines = new ArrayList<>();
        for (Ranking ranking : rankings) {
            List<String> table = table(ranking, shared, columns, each);
            if (lines.size() + table.size() > rows) {
                break;
            }
            lines.addAll(table);
        }
        return lines.stream().map(line -> TextColumns.cut(line, columns)).toList();
    }

    private static List<String> table(Ranking ranking, RankingColumns shared, int width, int maxLines) {
        List<String> lines = lines(ranking, shared, width, maxLines - LINES_AROUND_ROWS);
        int more = lines.size() - maxLines; // of a header that is broken
        return more <= 0 ? lines : lines(ranking, shared, width, Math.max(1, maxLines - LINES_AROUND_ROWS - more));
    }

    private static List<String> lines(Ranking ranking, RankingColumns shared, int width, int maxRows) {
        List<CellResult> cells =
                ranking.cells().stream().filter(LiveTable::isKnown).toList();
        List<Column<CellResult>> columns = new ArrayList<>(shared.standings(ranking));
        columns.add(Column.text("verdict", LiveTable::state).important(Importance.KEY));
        List<String> lines = new ArrayList<>();
        lines.add(shared.heading(ranking));
        TableStyle.terminal(width)
                .grid(new Table<>("", columns, cells.subList(0, Math.min(cells.size(), maxRows))))
                .lines()
                .forEach(lines::add);
        if (cells.size() > maxRows) {
            lines.add("… %d more".formatted(cells.size() - maxRows));
        }
        return lines;
    }

    private static boolean isKnown(CellResult cell) {
        return cell.summary().isPresent() || cell.status() == CellStatus.FAILED;
    }

    /** The verdict with the kinds of doubts. */
    private static String state(CellResult cell) {
        String doubts = cell.status() == CellStatus.MEASURED
                ? cell.verdict().reasons().stream()
                        .map(Reason::kind)
                        .filter(kind -> !LATER.contains(kind))
                        .map(Reason.Kind::label)
                        .distinct()
                        .collect(Collectors.joining(", "))
                : "";
        return Optional.of(doubts).filter(kinds -> !kinds.isEmpty()).orElseGet(() -> RankingColumns.state(cell));
    }
}
