package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.figure.Figure;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.Ranking;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Look;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.table.FastestSentence;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Markup;
import org.ipcbench.transport.WaitStrategy;

/**
 * The table of the fastest cells at each size and rate, with the figure of the first. Sizes link to their rankings, and cells
 * have their keys.
 *
 * @param rankings of the question
 * @param names the names of cells
 */
record FastestCells(List<Ranking> rankings, SeriesNames names) {
    FastestCells {
        rankings = rankings.stream().filter(each -> each.cells().size() > 1).toList();
    }

    /** Writes the table if there are several sizes or rates. */
    void write(Markup markup) {
        Map<String, Map<WaitStrategy, Ranking>> places = new LinkedHashMap<>();
        rankings.forEach(
                each -> places.computeIfAbsent(FastestSentence.place(each), unused -> new EnumMap<>(WaitStrategy.class))
                        .put(each.group().waits(), each));
        if (places.size() < 2) {
            return;
        }
        List<Map<WaitStrategy, Ranking>> rows = List.copyOf(places.values());
        List<PageColumn> columns = new ArrayList<>();
        columns.add(PageColumn.of(
                head -> PageColumn.writeHeading(head, "at", "t"),
                (body, row) ->
                        writePlace(body, rows.get(row).values().iterator().next())));
        for (WaitStrategy waits : WaitStrategy.values()) {
            List<Optional<Ranking>> ofWay = rows.stream()
                    .map(row -> Optional.ofNullable(row.get(waits)))
                    .toList();
            if (ofWay.stream().anyMatch(Optional::isPresent)) {
                add(columns, waits, ofWay);
            }
        }
        new PageTable("fastest", rows.size(), columns)
                .write(markup, "The fastest; cells that the data cannot tell apart share the place");
    }

    private void add(List<PageColumn> columns, WaitStrategy waits, List<Optional<Ranking>> rows) {
        FigureFormat format = new FigureFormat(Locale.ROOT);
        Figure figure =
                QuestionFigures.of(rankings.get(0).group().question()).shown().get(0);
        columns.add(PageColumn.of(
                head -> PageColumn.writeHeading(head, waits.label(), "t"),
                (body, row) -> writeWinners(body, rows.get(row))));
        columns.add(new AlignedColumn(
                figure.names().heading(),
                rows.stream()
                        .map(row -> row.filter(each -> !each.winners().isEmpty())
                                .map(each -> format.of(figure, each.cells().get(0)))
                                .orElse(Shown.NOTHING))
                        .toList()));
    }

    private static void writePlace(Markup markup, Ranking ranking) {
        markup.open("th", "scope", "row")
                .element("a", FastestSentence.place(ranking), "href", "#" + RankingSection.id(ranking))
                .close();
    }

    private void writeWinners(Markup markup, Optional<Ranking> ranking) {
        markup.open("td");
        List<CellResult> winners = ranking.map(Ranking::winners).orElse(List.of());
        List<Look> looks = names.looks(winners);
        List<String> rows = names.rows(winners, ranking.map(Ranking::cells).orElse(List.of()));
        for (int i = 0; i < winners.size(); i++) {
            CellResult winner = winners.get(i);
            markup.open("span", "class", "winner");
            looks.get(i).writeKey(markup);
            markup.text(rows.get(i));
            if (winner.verdict().level() != Verdict.Level.VALID) {
                markup.element("small", " " + winner.verdict().level().label());
            }
            markup.close();
        }
        markup.close();
    }
}
