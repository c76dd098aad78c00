package org.ipcbench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.CellStatus;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;

/** The columns of a table of ranked cells, in any format. */
public final class RankingColumns {
    /** Dimensions that the title of a table tells, and the column that is always there. */
    private static final List<Dimension> IN_EVERY_TABLE =
            List.of(Dimension.QUESTION, Dimension.SIZE, Dimension.TRANSPORT);

    private static final double EVERYTHING_PERCENT = 100;

    private final FigureFormat format;

    /** Dimensions that a title tells where the cells of its table agree, else a column. */
    private final List<Dimension> further;

    /** Columns of this run's tables. */
    public RankingColumns(RunResult run, FigureFormat format) {
        this.format = format;
        further = run.dimensions().stream()
                .filter(dimension -> !IN_EVERY_TABLE.contains(dimension))
                .toList();
    }

    /**
     * A column.
     *
     * @param header what stands above it, with the unit
     * @param numeric whether its values are numbers
     * @param value the text of a cell
     */
    public record RankingColumn(String header, boolean numeric, Function<CellResult, String> value) {
        static RankingColumn of(Dimension dimension) {
            return new RankingColumn(
                    dimension.heading(), dimension.isNumeric(), result -> dimension.text(result.cell()));
        }

        static RankingColumn of(FigureColumn figure) {
            return new RankingColumn(
                    figure.header(),
                    true,
                    result -> result.summary().map(figure.value()).orElse(""));
        }
    }

    /** What all cells of a table have in common; every part begins with a comma. */
    public String common(Standings standings) {
        Cell any = standings.cells().get(0).cell();
        return further.stream()
                .filter(dimension -> dimension.of(any).isPresent() && !varies(dimension, standings.cells()))
                .map(dimension -> ", %s %s".formatted(dimension.word(), dimension.text(any)))
                .collect(Collectors.joining());
    }

    /** The columns of a table, of which the first two are rank and transport and the last is the verdict. */
    public List<RankingColumn> of(Standings standings) {
        List<CellResult> cells = standings.cells();
        List<RankingColumn> columns = new ArrayList<>();
        columns.add(new RankingColumn(
                "rank", true, cell -> standings.place(cell).map(String::valueOf).orElse("")));
        columns.add(RankingColumn.of(Dimension.TRANSPORT));
        further.stream()
                .filter(dimension -> varies(dimension, cells))
                .map(RankingColumn::of)
                .forEach(columns::add);
        List<FigureColumn> figures =
                QuestionPresentation.of(standings.contest().question()).columns(format);
        columns.add(RankingColumn.of(figures.get(0)));
        columns.add(new RankingColumn("× of best", true, cell -> behind(cell, standings)));
        figures.stream().skip(1).map(RankingColumn::of).forEach(columns::add);
        if (cells.stream().flatMap(cell -> cell.summary().stream()).anyMatch(RankingColumns::hasLost)) {
            columns.add(RankingColumn.of(
                    new FigureColumn("success %", summary -> format.decimal("%.2f", summary.successRatePercent()))));
        }
        if (cells.stream()
                .flatMap(cell -> cell.summary().stream())
                .anyMatch(summary -> summary.clients().isPresent())) {
            columns.add(RankingColumn.of(new FigureColumn(
                    "fairness",
                    summary -> summary.clients()
                            .map(spread -> format.decimal("%.3f", spread.fairness()))
                            .orElse(""))));
            columns.add(RankingColumn.of(new FigureColumn(
                    "slowest p99 us",
                    summary -> summary.clients()
                            .map(spread -> format.micros(spread.slowestP99Nanos()))
                            .orElse(""))));
        }
        columns.add(RankingColumn.of(format.cpuNanosPerMessage()));
        columns.add(new RankingColumn("verdict", false, RankingColumns::state));
        return columns;
    }

    /** How many times the fastest one's time it takes. */
    private String behind(CellResult result, Standings standings) {
        return result == standings.cells().get(0) && result.status() == CellStatus.MEASURED
                ? "1"
                : standings.behindFastest(result).map(format::times).orElse("");
    }

    private static boolean hasLost(Summary summary) {
        return summary.successRatePercent() < EVERYTHING_PERCENT;
    }

    private static boolean varies(Dimension dimension, List<CellResult> cells) {
        return dimension.varies(cells.stream().map(CellResult::cell).toList());
    }

    /** How far to trust the figures; why there are none where there are none. */
    public static String state(CellResult result) {
        return result.status() == CellStatus.MEASURED
                ? result.verdict().level().label()
                : result.status().label();
    }
}
