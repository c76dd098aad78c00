package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;
import org.ipcbench.figure.Ranking;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Look;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.table.Column;
import org.ipcbench.report.table.RankingColumns;
import org.ipcbench.text.Markup;

/** Cells of one question, size and way of waiting, the fastest first. */
final class RankingTable {
    private final Ranking ranking;
    private final List<Column<CellResult>> columns;
    private final SeriesNames names;

    RankingTable(Ranking ranking, RankingColumns columns, SeriesNames names) {
        this.ranking = ranking;
        this.columns = columns.of(ranking);
        this.names = names;
    }

    void write(Markup markup, String caption) {
        List<CellResult> cells = ranking.cells();
        List<Look> looks = names.looks(cells);
        List<PageColumn> shown = new ArrayList<>();
        shown.add(PageTable.column(columns.get(0), cells));
        shown.add(PageColumn.ofNames(
                columns.get(1).header(), looks, row -> cells.get(row).cell().transportId()));
        // beside the name, where it is visible even in the widest table
        shown.add(PageColumn.of(
                head -> PageColumn.writeHeading(
                        head, columns.get(columns.size() - 1).header(), "t"),
                (body, row) -> writeVerdict(body, cells.get(row))));
        columns.subList(2, columns.size() - 1).forEach(column -> shown.add(PageTable.column(column, cells)));
        new PageTable("rank", cells.size(), shown).write(markup, caption);
    }

    /** Writes the verdict on a cell, or why there are no figures. */
    static void writeVerdict(Markup markup, CellResult result) {
        String state = RankingColumns.state(result);
        markup.open("td").element("span", state, "class", "state " + state).close();
    }
}
