package org.ipcbench.report.html;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.RowAxis;
import org.ipcbench.report.html.PageTable.PageText;
import org.ipcbench.text.Markup;

/** A column of a table of the page, which writes its own cells. */
interface PageColumn {
    void writeHeading(Markup markup);

    void writeCell(Markup markup, int row);

    /** Whether the column has a foot below the last row. */
    default boolean hasFoot() {
        return false;
    }

    /** Writes the foot below the last row. */
    default void writeFoot(Markup markup) {
        markup.element("td", "");
    }

    /** Writes the cell of a row. */
    interface CellWriter {
        void write(Markup markup, int row);
    }

    static PageColumn of(Consumer<Markup> heading, CellWriter cell) {
        return new PageColumn() {
            @Override
            public void writeHeading(Markup markup) {
                heading.accept(markup);
            }

            @Override
            public void writeCell(Markup markup, int row) {
                cell.write(markup, row);
            }
        };
    }

    /** A column that names the rows, with the key of each. */
    static PageColumn ofNames(String heading, List<Look> looks, IntFunction<String> name) {
        return of(markup -> writeHeading(markup, heading, "t"), (markup, row) -> {
            String text = name.apply(row);
            if (text.contains(", ")) {
                markup.open("th", "scope", "row", "class", "b");
            } else {
                markup.open("th", "scope", "row");
            }
            looks.get(row).writeKey(markup);
            markup.text(text).close();
        });
    }

    /** A column of small plots, with their axis below. */
    static PageColumn ofPlots(String heading, RowAxis axis, CellWriter plot) {
        return new PageColumn() {
            @Override
            public void writeHeading(Markup markup) {
                PageColumn.writeHeading(markup, heading, "plot");
            }

            @Override
            public void writeCell(Markup markup, int row) {
                markup.open("td", "class", "plot");
                plot.write(markup, row);
                markup.close();
            }

            @Override
            public boolean hasFoot() {
                return true;
            }

            @Override
            public void writeFoot(Markup markup) {
                axis.writeLabels(markup);
            }
        };
    }

    /**
     * Writes the heading of a column.
     *
     * @param look the class in the style sheet
     */
    static void writeHeading(Markup markup, String text, String look) {
        markup.element("th", PageText.of(text), "scope", "col", "class", look);
    }
}
