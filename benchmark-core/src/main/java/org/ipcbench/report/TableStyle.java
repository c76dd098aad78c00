package org.ipcbench.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How tables and the lines around them are written. */
enum TableStyle {
    /** For a terminal. */
    TERMINAL {
        @Override
        String heading(String text) {
            return text + ":" + System.lineSeparator();
        }

        @Override
        String line(String text) {
            return text + System.lineSeparator();
        }

        @Override
        <T> String laidOut(List<T> rows, List<ColumnData<T>> columns) {
            return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, rows, columns)
                    + System.lineSeparator();
        }
    },
    /** GitHub's Markdown, for an issue or a page. */
    MARKDOWN {
        @Override
        String heading(String text) {
            return "%n**%s**%n%n".formatted(escaped(text));
        }

        @Override
        String line(String text) {
            return "- %s%n".formatted(escaped(text));
        }

        @Override
        <T> String laidOut(List<T> rows, List<ColumnData<T>> columns) {
            return row(columns, column -> escaped(orEmpty(column.getHeader())))
                    + row(columns, column -> column.getDataAlign() == HorizontalAlign.RIGHT ? "---:" : "---")
                    + rows.stream()
                            .map(each -> row(columns, column -> escaped(orEmpty(column.getCellValue(each)))))
                            .collect(Collectors.joining())
                    + System.lineSeparator();
        }
    };

    /** What tables contain besides ASCII. */
    private static final String SIGNS = "±×äöüÄÖÜß";

    /**
     * The first of the characters that stand for the signs, in their order, while a table is laid out: that is done in the JVM's
     * own charset, and of LC_ALL=C that is ASCII.
     */
    private static final char FIRST_STAND_IN = '\u000e';

    /** The heading of a table, ended. */
    abstract String heading(String text);

    /** A line below a table, ended. */
    abstract String line(String text);

    abstract <T> String laidOut(List<T> rows, List<ColumnData<T>> columns);

    /** The table, ended. */
    final <T> String table(List<T> rows, List<ColumnData<T>> columns) {
        String text = laidOut(rows, columns);
        for (int sign = 0; sign < SIGNS.length(); sign++) {
            text = text.replace(standIn(sign), SIGNS.charAt(sign));
        }
        return text;
    }

    /** What of a text a table is laid out with. */
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

    private static <T> String row(List<ColumnData<T>> columns, Function<ColumnData<T>, String> value) {
        return columns.stream().map(value).collect(Collectors.joining(" | ", "| ", " |")) + System.lineSeparator();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** Without what Markdown would take for a column or for HTML. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|");
    }
}
