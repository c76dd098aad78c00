package org.ipcbench.report.table;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.figure.Value;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.words.FigureFormat;

/**
 * The meaning of the sign behind percentiles that the machine's stalls explain.
 *
 * @param columns the columns of the tables
 */
public record MachineLegend(RankingColumns columns) {
    private static final double PERCENT = 100;

    /** The line below the tables of these rankings; empty if no percentile is marked. */
    public Optional<String> of(List<Ranking> rankings) {
        List<Double> shares = rankings.stream()
                .flatMap(ranking -> marked(ranking))
                .flatMap(cell -> cell.summary().stream())
                .map(Summary::stalls)
                .map(stalls -> PERCENT * stalls.share())
                .sorted()
                .toList();
        return shares.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "percentiles with %s: at least half of the messages beyond them are late by the machine's own stalls (%s %% of the time)"
                                .formatted(
                                        FigureFormat.MACHINE,
                                        range(shares, share -> columns.format().decimal("%.1f", share))));
    }

    private static Stream<CellResult> marked(Ranking ranking) {
        List<Figure> shown = QuestionFigures.of(ranking.group().question()).shown();
        return ranking.cells().stream()
                .filter(cell -> shown.stream()
                        .flatMap(figure -> figure.number(cell).stream())
                        .anyMatch(Value.Quantity::isShownByMachine));
    }

    private static String range(List<Double> ascending, DoubleFunction<String> text) {
        String low = text.apply(ascending.get(0));
        String high = text.apply(ascending.get(ascending.size() - 1));
        return low.equals(high) ? low : low + " to " + high;
    }
}
