package org.ipcbench.report.table;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Text styles of tables and the lines around them. */
public enum TableStyle {
    /** For a terminal. */
    TERMINAL {
        @Override
        String heading(String text) {
            return text + ":" + System.lineSeparator();
        }

        @Override
        public String line(String text) {
            return text + System.lineSeparator();
        }

        /**
         * The library uses the JVM's default charset, which is ASCII if LC_ALL is C. So ASCII characters stand in for signs
         * during the layout.
         */
        @Override
        <T> String grid(Table<T> table) {
            List<ColumnData<T>> columns =
                    table.columns().stream().map(TableStyle::data).toList();
            String text = AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, table.rows(), columns);
            for (int sign = 0; sign < SIGNS.length(); sign++) {
                text = text.replace(standIn(sign), SIGNS.charAt(sign));
            }
            return text + System.lineSeparator();
        }
    },
    /** GitHub's Markdown, for an issue or a page. */
    MARKDOWN {
        @Override
        String heading(String text) {
            return "%n**%s**%n%n".formatted(escaped(text));
        }

        @Override
        public String line(String text) {
            return "- %s%n".formatted(escaped(text));
        }

        @Override
        <T> String grid(Table<T> table) {
            List<Column<T>> columns = table.columns();
            return row(columns, column -> escaped(column.header()))
                    + row(columns, column -> column.numeric() ? "---:" : "---")
                    + table.rows().stream()
                            .map(each -> row(
                                    columns, column -> escaped(column.value().apply(each))))
                            .collect(Collectors.joining())
                    + System.lineSeparator();
        }
    };

    /** The characters of tables that are not ASCII. */
    private static final String SIGNS = "±×äöüÄÖÜß";

    /** The first of the characters that stand in for the signs, in their order. */
    private static final char FIRST_STAND_IN = '\u000e';

    /** The heading of a table, with an end of line. */
    abstract String heading(String text);

    /** A line below a table, with an end of line. */
    public abstract String line(String text);

    /** The columns and rows of a table, with an end of line. */
    abstract <T> String grid(Table<T> table);

    /** The table with its title and note, with an end of line. */
    public final <T> String of(Table<T> table) {
        return heading(table.title())
                + grid(table)
                + (table.note().isEmpty() ? "" : table.note() + System.lineSeparator());
    }

    private static <T> ColumnData<T> data(Column<T> column) {
        HorizontalAlign align = column.numeric() ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
        return new com.github.freva.asciitable.Column()
                .header(inAscii(column.header()))
                .headerAlign(align)
                .dataAlign(align)
                .with(column.value().andThen(TableStyle::inAscii));
    }

    static String inAscii(String text) {
        String ascii = text;
        for (int sign = 0; sign < SIGNS.length(); sign++) {
            ascii = ascii.replace(SIGNS.charAt(sign), standIn(sign));
        }
        return ascii;
    }

    private static char standIn(int sign) {
        return (char) (FIRST_STAND_IN + sign);
    }

    private static <T> String row(List<Column<T>> columns, Function<Column<T>, String> value) {
        return columns.stream().map(value).collect(Collectors.joining(" | ", "| ", " |")) + System.lineSeparator();
    }

    /** The text with escapes for everything that Markdown would interpret as a column or as HTML. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|");
    }
}
