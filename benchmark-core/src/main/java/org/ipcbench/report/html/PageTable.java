package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.ipcbench.report.table.Column;
import org.ipcbench.report.table.Table;
import org.ipcbench.text.Markup;

/**
 * A table of the page; a table wider than the window scrolls separately.
 *
 * @param look its class in the style sheet; may be empty
 * @param rows number of rows
 * @param columns the columns from left to right
 */
record PageTable(String look, int rows, List<PageColumn> columns) {
    PageTable {
        columns = List.copyOf(columns);
    }

    /** Writes a table of the terminal's output, with its title above and its note below; the first column names the rows. */
    static <T> void write(Markup markup, Table<T> table) {
        List<PageColumn> columns = new ArrayList<>();
        for (Column<T> column : table.columns()) {
            columns.add(columns.isEmpty() ? naming(column, table.rows()) : column(column, table.rows()));
        }
        new PageTable("", table.rows().size(), columns).write(markup, PageText.of(table.title()));
        if (!table.note().isEmpty()) {
            markup.element("p", PageText.of(table.note()), "class", "lead");
        }
    }

    /** A column of aligned figures, or of texts. */
    static <T> PageColumn column(Column<T> column, List<T> rows) {
        return column.numeric()
                ? new AlignedColumn(
                        column.header(), rows.stream().map(column.shown()).toList())
                : PageColumn.of(
                        markup -> PageColumn.writeHeading(markup, column.header(), "t"),
                        (markup, row) -> markup.element("td", PageText.of(column.text(rows.get(row)))));
    }

    private static <T> PageColumn naming(Column<T> column, List<T> rows) {
        String look = column.numeric() ? "n" : "t";
        return PageColumn.of(
                markup -> PageColumn.writeHeading(markup, column.header(), look),
                (markup, row) -> markup.element("th", column.text(rows.get(row)), "scope", "row", "class", look));
    }

    /** Writes the table with this caption above it. */
    void write(Markup markup, String caption) {
        markup.open("div", "class", "scrolled");
        writeTable(markup, caption);
        markup.close();
    }

    /** Writes the table in a region of this name that the keyboard can scroll. */
    void writeRegion(Markup markup, String name) {
        markup.open("div", "class", "scrolled", "role", "region", "aria-label", name, "tabindex", "0");
        writeTable(markup, "");
        markup.close();
    }

    private void writeTable(Markup markup, String caption) {
        if (look.isEmpty()) {
            markup.open("table");
        } else {
            markup.open("table", "class", look);
        }
        if (!caption.isEmpty()) {
            markup.element("caption", caption);
        }
        markup.open("thead").open("tr");
        columns.forEach(column -> column.writeHeading(markup));
        markup.close().close().open("tbody");
        for (int row = 0; row < rows; row++) {
            markup.open("tr");
            for (PageColumn column : columns) {
                column.writeCell(markup, row);
            }
            markup.close();
        }
        markup.close();
        if (columns.stream().anyMatch(PageColumn::hasFoot)) {
            markup.open("tfoot").open("tr");
            columns.forEach(column -> column.writeFoot(markup));
            markup.close().close();
        }
        markup.close();
    }

    /** Texts that the page shares with the terminal, which may lack the letter µ. Options and their values, as 20us, stay as typed. */
    static final class PageText {
        private static final Pattern MICROS = Pattern.compile("(?<= )us\\b");

        private PageText() {}

        static String of(String text) {
            return MICROS.matcher(text).replaceAll("µs");
        }
    }
}
