package org.ipcbench.report.table;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.ipcbench.report.table.Table.Column;
import org.ipcbench.text.TextColumns.WrappedText;
import org.ipcbench.text.TextGrid;

/** Text styles of tables and the lines around them. */
@SuppressWarnings("ClassInitializationDeadlock") // styles are made through the constants and the method here only
public sealed interface TableStyle {
    /** For a terminal of any width, for files and pipes. */
    TableStyle TERMINAL = new Terminal(Integer.MAX_VALUE);

    /** GitHub's Markdown, for an issue or a page. */
    TableStyle MARKDOWN = new Markdown();

    /** For a terminal with lines of this number of characters. */
    static TableStyle terminal(int columns) {
        return new Terminal(columns);
    }

    /** The heading of a table, with an end of line. */
    String heading(String text);

    /** A line below a table, with an end of line. */
    String line(String text);

    /** A line that is a paragraph of its own. */
    default String paragraph(String text) {
        return line(text);
    }

    /** The note below a table. */
    String note(String text);

    /** The columns and rows of a table, with an end of line. */
    <T> String grid(Table<T> table);

    /** Which columns of these tables are left out, and how to see them; empty if all are there. */
    Optional<String> leftOut(List<? extends Table<?>> tables);

    /** The table with its title and note, with an end of line. */
    default <T> String of(Table<T> table) {
        return heading(table.title())
                + grid(table)
                + (table.note().isEmpty() ? "" : note(table.note()) + System.lineSeparator());
    }

    /** The same with a line about columns that are left out. */
    default <T> String alone(Table<T> table) {
        return of(table) + missing(table);
    }

    /** The line about columns that are left out; empty if all are there. */
    default String missing(Table<?> table) {
        return leftOut(List.of(table)).map(line -> line(line + " shows them")).orElse("");
    }

    /**
     * The style of a terminal.
     *
     * @param columns number of characters of a line
     */
    record Terminal(int columns) implements TableStyle {
        /** Longer texts, such as reasons, continue on a further line. */
        private static final int MAX_COLUMN_WIDTH = 78;

        @Override
        public String heading(String text) {
            return line(text + ":");
        }

        @Override
        public String line(String text) {
            return wrapped(text) + System.lineSeparator();
        }

        @Override
        public String note(String text) {
            return text.lines().map(this::wrapped).collect(Collectors.joining(System.lineSeparator()));
        }

        private String wrapped(String text) {
            return WrappedText.of(text, columns);
        }

        @Override
        public <T> String grid(Table<T> table) {
            return whole(table).in(columns) + System.lineSeparator();
        }

        @Override
        public Optional<String> leftOut(List<? extends Table<?>> tables) {
            Set<String> names = new LinkedHashSet<>();
            int needed = columns;
            for (Table<?> table : tables) {
                TextGrid whole = whole(table);
                List<TextGrid.Column> missing = new ArrayList<>(whole.columns());
                whole.in(columns)
                        .columns()
                        .forEach(shown ->
                                missing.removeIf(column -> column.header().equals(shown.header())));
                if (!missing.isEmpty()) {
                    needed = Math.max(needed, whole.width());
                    missing.forEach(column -> names.add(column.header()));
                }
            }
            return names.isEmpty()
                    ? Optional.empty()
                    : Optional.of("left out to fit %d columns: %s; --width=%d"
                            .formatted(columns, String.join(", ", names), needed));
        }

        private static <T> TextGrid whole(Table<T> table) {
            return new TextGrid(
                    table.columns().stream()
                            .map(column -> new TextGrid.Column(
                                    column.header(), column.numeric(), column.importance(), MAX_COLUMN_WIDTH))
                            .toList(),
                    table.texts());
        }
    }

    record Markdown() implements TableStyle {
        private static final String NOTHING = "<!-- -->";
        private static final Pattern WWW = Pattern.compile("\\b(www)(?=\\.)", Pattern.CASE_INSENSITIVE);

        @Override
        public String heading(String text) {
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
        public String note(String text) {
            return escaped(text);
        }

        @Override
        public <T> String grid(Table<T> table) {
            List<Column<T>> columns = table.columns();
            return row(columns, column -> escaped(column.header()))
                    + row(columns, column -> column.numeric() ? "---:" : "---")
                    + table.rows().stream()
                            .map(each -> row(columns, column -> escaped(column.text(each))))
                            .collect(Collectors.joining())
                    + System.lineSeparator();
        }

        @Override
        public Optional<String> leftOut(List<? extends Table<?>> tables) {
            return Optional.empty();
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
}
