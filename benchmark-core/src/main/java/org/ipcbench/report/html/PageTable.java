package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.RowAxis;
import org.ipcbench.report.table.Table;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.report.words.Shown;
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

    /** A column of figures with aligned decimal points; each figure has its error if it has one. */
    static final class AlignedColumn implements PageColumn {
        /** A space with the width of a digit, if all digits have the same width. */
        private static final String DIGIT = "\u2007";

        /** A space with the width of a point. */
        private static final String POINT = "\u2008";

        private static final String NO_BREAK = "\u00a0";

        private final String header;
        private final List<Shown> rows;
        private final int valueDecimals;
        private final int errorDecimals;
        private final boolean withErrors;
        private final boolean withMarks;

        AlignedColumn(String header, List<Shown> rows) {
            this.header = header;
            this.rows = List.copyOf(rows);
            valueDecimals = decimals(rows.stream());
            errorDecimals = decimals(rows.stream().flatMap(row -> row.error().stream()));
            withErrors = rows.stream().anyMatch(row -> row.error().isPresent());
            withMarks = rows.stream().anyMatch(row -> !row.mark().isEmpty());
        }

        @Override
        public void writeHeading(Markup markup) {
            if (withErrors) {
                markup.element("th", PageText.of(header), "scope", "col", "class", "n", "colspan", "2");
            } else {
                PageColumn.writeHeading(markup, header, "n");
            }
        }

        @Override
        public void writeFoot(Markup markup) {
            if (withErrors) {
                markup.element("td", "", "colspan", "2");
            } else {
                PageColumn.super.writeFoot(markup);
            }
        }

        @Override
        public void writeCell(Markup markup, int row) {
            Shown shown = rows.get(row);
            Optional<Shown> error = shown.error();
            if (error.isEmpty() && !shown.isNumber()) {
                writeText(markup, PageText.of(shown.toString()));
                return;
            }
            markup.element("td", padded(shown, valueDecimals, withMarks), "class", "n");
            if (error.isPresent()) {
                markup.element("td", "± " + padded(error.get(), errorDecimals, false), "class", "e");
            } else if (withErrors) {
                markup.element("td", "");
            }
        }

        /** Writes two speeds, or nothing; a narrow window breaks the line between the speeds only. */
        private void writeText(Markup markup, String text) {
            String unbroken = text.replace(" (", NO_BREAK + "(")
                    .replace(" %", NO_BREAK + "%")
                    .replace(" /", NO_BREAK + "/");
            if (withErrors) {
                markup.element("td", unbroken, "class", "n b", "colspan", "2");
            } else {
                markup.element("td", unbroken, "class", "n b");
            }
        }

        private static int decimals(Stream<Shown> parts) {
            return parts.mapToInt(Shown::decimals).max().orElse(0);
        }

        private static String padded(Shown shown, int decimals, boolean withMarks) {
            if (!shown.isNumber()) {
                return shown.value() + shown.mark();
            }
            int missing = decimals - shown.decimals();
            return shown.value()
                    + (missing > 0 && shown.decimals() == 0 ? POINT : "")
                    + DIGIT.repeat(missing)
                    + (withMarks && shown.mark().isEmpty() ? DIGIT : shown.mark());
        }
    }
}
