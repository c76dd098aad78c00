package org.ipcbench.report.table;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.words.FigureFormat;

/**
 * The meaning of the sign behind percentiles that the machine's stalls explain.
 *
 * @param format the format of decimals
 */
public record MachineLegend(FigureFormat format) {
    private static final double PERCENT = 100;

    /** The line below the tables of these rankings; empty if no percentile is marked. */
    public Optional<String> of(List<Ranking> rankings, RankingColumns columns) {
        List<Double> shares = rankings.stream()
                .flatMap(ranking -> marked(ranking, columns.of(ranking)))
                .flatMap(cell -> cell.summary().stream())
                .map(Summary::stalls)
                .map(stalls -> PERCENT * stalls.share())
                .sorted()
                .toList();
        return shares.isEmpty()
                ? Optional.empty()
                : Optional.of("%s at least half of the messages beyond it are late by the machine's own stalls (%s %% of the time)"
                        .formatted(FigureFormat.MACHINE, range(shares, share -> format.decimal("%.1f", share))));
    }

    private static Stream<CellResult> marked(Ranking ranking, List<Column<CellResult>> columns) {
        return ranking.cells().stream()
                .filter(cell -> columns.stream()
                        .filter(Column::numeric)
                        .anyMatch(column -> column.value().apply(cell).contains(FigureFormat.MACHINE)));
    }

    private static String range(List<Double> ascending, DoubleFunction<String> text) {
        String low = text.apply(ascending.get(0));
        String high = text.apply(ascending.get(ascending.size() - 1));
        return low.equals(high) ? low : low + " to " + high;
    }
}
