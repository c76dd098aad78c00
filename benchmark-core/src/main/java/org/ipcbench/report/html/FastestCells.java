package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.markup.Markup;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.page.SeriesLook;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.table.FastestTable;
import org.ipcbench.report.table.Ranking;
import org.ipcbench.report.table.Table;

/**
 * The table of the fastest cells at each size. The sizes link to their rankings, and the cells have their keys.
 *
 * @param rankings of the question
 * @param names the names of cells
 */
record FastestCells(List<Ranking> rankings, SeriesNames names) {
    FastestCells {
        rankings = List.copyOf(rankings);
    }

    void write(Markup markup, Table<FastestTable.Row> table) {
        List<FastestTable.Row> rows = table.rows();
        List<PageColumn> columns = new ArrayList<>();
        columns.add(PageColumn.of(
                head -> PageColumn.writeHeading(head, table.columns().get(0).header(), "n"),
                (body, row) -> writeSize(body, rows.get(row).requestBytes())));
        FastestTable.waits(rows)
                .forEach(waits -> columns.add(PageColumn.of(
                        head -> PageColumn.writeHeading(head, waits.label(), "t"),
                        (body, row) -> writeWinners(body, rows.get(row).of(waits)))));
        new PageTable("fastest", rows.size(), columns)
                .write(markup, "The fastest at each size; cells that the data cannot distinguish share a place");
    }

    private void writeSize(Markup markup, int requestBytes) {
        markup.open("th", "scope", "row", "class", "n");
        rankings.stream()
                .filter(each -> each.group().requestBytes() == requestBytes)
                .limit(1)
                .forEach(each ->
                        markup.element("a", Integer.toString(requestBytes), "href", "#" + RankingSection.id(each)));
        markup.close();
    }

    private void writeWinners(Markup markup, List<CellResult> winners) {
        markup.open("td");
        List<SeriesLook> looks = names.looks(winners);
        for (int i = 0; i < winners.size(); i++) {
            CellResult winner = winners.get(i);
            markup.open("span", "class", "winner");
            looks.get(i).writeKey(markup);
            markup.text(names.row(winner));
            if (winner.verdict().level() != Verdict.Level.VALID) {
                markup.element("small", " " + winner.verdict().level().label());
            }
            markup.close();
        }
        markup.close();
    }
}
