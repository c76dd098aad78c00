package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ipcbench.markup.Markup;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plot.RowAxis;
import org.ipcbench.plot.SeriesLook;
import org.ipcbench.report.SeriesNames;

/** A table with a small plot in each row, beside the cell's name and before its figures. */
final class RowTable {
    private final String title;
    private final String note;
    private final String plotHeading;
    private final List<CellResult> cells;
    private final List<Heading> headings = new ArrayList<>();
    private final List<AlignedColumn> columns = new ArrayList<>();

    /**
     * A table without figures yet.
     *
     * @param title what it shows
     * @param note what the signs mean
     * @param plotHeading what the plots show
     * @param cells a row each
     */
    RowTable(String title, String note, String plotHeading, List<CellResult> cells) {
        this.title = title;
        this.note = note;
        this.plotHeading = plotHeading;
        this.cells = List.copyOf(cells);
    }

    /**
     * What stands above a column.
     *
     * @param text the words
     * @param part the part of the plots that has these figures; empty where none has
     */
    private record Heading(String text, String part) {}

    /** Adds a column of figures. */
    RowTable column(String heading, Function<CellResult, String> figure) {
        return column(heading, "", figure);
    }

    /** Adds a column of the figures that a part of the plots shows. */
    RowTable column(String heading, String part, Function<CellResult, String> figure) {
        headings.add(new Heading(heading, part));
        columns.add(new AlignedColumn(cells.stream().map(figure).toList()));
        return this;
    }

    /** Draws the plot of a row. */
    interface RowPlot {
        void write(Markup markup, CellResult result, SeriesLook look);
    }

    void write(Markup markup, SeriesNames names, RowAxis axis, RowPlot plot) {
        List<SeriesLook> looks = names.looks(cells);
        markup.open("figure", "class", "rows")
                .open("figcaption")
                .element("b", title)
                .text(note)
                .close();
        markup.open("div", "class", "wide").open("table");
        markup.open("thead")
                .open("tr")
                .element("th", "cell", "scope", "col")
                .element("th", plotHeading, "scope", "col");
        headings.forEach(heading -> writeHeading(markup, heading));
        markup.close().close().open("tbody");
        IntStream.range(0, cells.size()).forEach(row -> {
            CellResult result = cells.get(row);
            markup.open("tr").open("th", "scope", "row");
            looks.get(row).writeKey(markup);
            markup.text(names.row(result)).close().open("td", "class", "plot");
            plot.write(markup, result, looks.get(row));
            markup.close();
            columns.forEach(column -> column.write(markup, row));
            markup.close();
        });
        markup.close().open("tfoot").open("tr").element("td", "");
        axis.writeLabels(markup);
        columns.forEach(column -> markup.element("td", ""));
        markup.close().close().close().close().close();
    }

    private static void writeHeading(Markup markup, Heading heading) {
        markup.open("th", "scope", "col", "class", "n");
        if (!heading.part().isEmpty()) {
            markup.open("svg", "class", "key", "aria-hidden", "true")
                    .leaf("rect", "class", heading.part(), "x", "2", "y", "2", "width", "10", "height", "10")
                    .close();
        }
        markup.text(heading.text()).close();
    }
}
