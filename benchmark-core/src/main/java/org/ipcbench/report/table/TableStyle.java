package org.ipcbench.report.table;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ipcbench.text.TextGrid;

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

        @Override
        <T> String grid(Table<T> table) {
            List<Column<T>> columns = table.columns();
            List<List<String>> rows = table.rows().stream()
                    .map(row -> columns.stream().map(column -> column.text(row)).toList())
                    .toList();
            List<TextGrid.Column> headers = columns.stream()
                    .map(column -> new TextGrid.Column(column.header(), column.numeric()))
                    .toList();
            return new TextGrid(headers, rows, MAX_COLUMN_WIDTH) + System.lineSeparator();
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
        public String paragraph(String text) {
            return "%s%n%n".formatted(escaped(text));
        }

        @Override
        String note(String text) {
            return escaped(text);
        }

        @Override
        <T> String grid(Table<T> table) {
            List<Column<T>> columns = table.columns();
            return row(columns, column -> escaped(column.header()))
                    + row(columns, column -> column.numeric() ? "---:" : "---")
                    + table.rows().stream()
                            .map(each -> row(columns, column -> escaped(column.text(each))))
                            .collect(Collectors.joining())
                    + System.lineSeparator();
        }
    };

    private static final String NOTHING = "<!-- -->";
    private static final Pattern WWW = Pattern.compile("\\b(www)(?=\\.)", Pattern.CASE_INSENSITIVE);

    /** Longer texts, such as reasons, continue on a further line. */
    private static final int MAX_COLUMN_WIDTH = 78;

    /** A line that is a paragraph of its own. */
    public String paragraph(String text) {
        return line(text);
    }

    /** The heading of a table, with an end of line. */
    abstract String heading(String text);

    /** A line below a table, with an end of line. */
    public abstract String line(String text);

    /** The note below a table. */
    String note(String text) {
        return text;
    }

    /** The columns and rows of a table, with an end of line. */
    abstract <T> String grid(Table<T> table);

    /** The table with its title and note, with an end of line. */
    public final <T> String of(Table<T> table) {
        return heading(table.title())
                + grid(table)
                + (table.note().isEmpty() ? "" : note(table.note()) + System.lineSeparator());
    }

    private static <T> String row(List<Column<T>> columns, Function<Column<T>, String> value) {
        return columns.stream().map(value).collect(Collectors.joining(" | ", "| ", " |")) + System.lineSeparator();
    }

    /**
     * The text with escapes for everything that Markdown would interpret as a column, HTML, code or a link, and GitHub as a person, an
     * issue or an address. A comment ends the latter, because they are found in the rendered text.
     */
    private static String escaped(String text) {
        String escaped = text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("[\\\\|`\\[\\]]", "\\\\$0")
                .replaceAll("(?<=[@#])(?=\\w)", NOTHING)
                .replace("://", ":" + NOTHING + "//");
        return WWW.matcher(escaped).replaceAll("$1" + NOTHING);
    }
}
