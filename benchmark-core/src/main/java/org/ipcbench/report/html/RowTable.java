package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.RowAxis;
import org.ipcbench.report.chart.SeriesNames;
import org.ipcbench.report.html.PageTable.AlignedColumn;
import org.ipcbench.report.html.PageTable.PageColumn;
import org.ipcbench.report.html.RankingSection.RankingTable;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Markup;

/** A table with a small plot in each row, between the cell's name and its figures. */
final class RowTable {
    private final String title;
    private final String note;
    private final String plotHeading;
    private final List<CellResult> cells;
    private final List<PageColumn> columns = new ArrayList<>();

    /**
     * A table without figures yet.
     *
     * @param title what the table shows
     * @param note the meaning of the signs
     * @param plotHeading what the plots show
     * @param cells the cells, one row each
     */
    RowTable(String title, String note, String plotHeading, List<CellResult> cells) {
        this.title = title;
        this.note = note;
        this.plotHeading = plotHeading;
        this.cells = List.copyOf(cells);
    }

    /** Adds a column of figures. */
    RowTable column(String heading, Function<CellResult, Shown> figure) {
        return column(heading, "", figure);
    }

    /** Adds a column of the figures that a part of the plots shows. */
    RowTable column(String heading, String part, Function<CellResult, Shown> figure) {
        AlignedColumn figures =
                new AlignedColumn(heading, cells.stream().map(figure).toList());
        columns.add(
                part.isEmpty()
                        ? figures
                        : PageColumn.of(markup -> writeHeading(markup, heading, part), figures::writeCell));
        return this;
    }

    /** Draws the plot of a row. */
    interface RowPlot {
        void write(Markup markup, int row, Look look);
    }

    void write(Markup markup, SeriesNames names, RowAxis axis, RowPlot plot) {
        List<Look> looks = names.looks(cells);
        List<String> rows = names.rows(cells);
        markup.open("figure", "class", "rows")
                .open("figcaption")
                .element("b", title)
                .text(note)
                .close();
        List<PageColumn> shown = new ArrayList<>();
        shown.add(PageColumn.ofNames("cell", looks, rows::get));
        shown.add(PageColumn.of(
                head -> PageColumn.writeHeading(head, "verdict", "v"),
                (body, row) -> RankingTable.writeVerdict(body, cells.get(row))));
        shown.add(PageColumn.ofPlots(plotHeading, axis, (body, row) -> plot.write(body, row, looks.get(row))));
        shown.addAll(columns);
        new PageTable("", cells.size(), shown).write(markup, "");
        markup.close();
    }

    private static void writeHeading(Markup markup, String heading, String part) {
        markup.open("th", "scope", "col", "class", "n");
        markup.open("svg", "class", "key", "aria-hidden", "true")
                .leaf("rect", "class", part, "x", "2", "y", "2", "width", "10", "height", "10")
                .close();
        markup.text(heading).close();
    }
}
