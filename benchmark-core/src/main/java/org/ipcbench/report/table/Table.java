package org.ipcbench.report.table;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ipcbench.figure.Figure;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.Shown;
import org.ipcbench.text.Importance;

/**
 * A table for the terminal, Markdown and the page.
 *
 * @param <T> what a row is about
 * @param title what the table shows
 * @param columns the columns from left to right
 * @param rows the rows from top to bottom
 * @param note the note below the table; may be empty
 */
public record Table<T>(String title, List<Column<T>> columns, List<T> rows, String note) {
    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** The texts of each row, from left to right. */
    public List<List<String>> texts() {
        return rows.stream()
                .map(row -> columns.stream().map(column -> column.text(row)).toList())
                .toList();
    }

    /** A table without a note. */
    public Table(String title, List<Column<T>> columns, List<T> rows) {
        this(title, columns, rows, "");
    }

    /**
     * A column of a table.
     *
     * @param <T> what a row is about
     * @param header its heading, with the unit
     * @param numeric whether its values are numbers, which are aligned to the right
     * @param importance how long it stays if the table has to fit
     * @param shown what it shows of a row
     */
    public record Column<T>(String header, boolean numeric, Importance importance, Function<T, Shown> shown) {
        public static <T> Column<T> text(String header, Function<T, String> value) {
            return new Column<>(header, false, Importance.USUAL, value.andThen(Shown::of));
        }

        public static <T> Column<T> number(String header, Function<T, Shown> value) {
            return new Column<>(header, true, Importance.USUAL, value);
        }

        /** A column of numbers in words, each aligned to the right as a whole. */
        public static <T> Column<T> words(String header, Function<T, String> value) {
            return number(header, value.andThen(Shown::of));
        }

        /** A column of numbers that some rows have. */
        public static <T> Column<T> optional(String header, Function<T, Optional<Shown>> value) {
            return number(header, value.andThen(shown -> shown.orElse(Shown.NOTHING)));
        }

        /** A column of the values of a dimension. */
        static Column<CellResult> of(Dimension dimension) {
            return of(dimension, result -> result);
        }

        /** A column of the values of a dimension of each row's cell. */
        static <T> Column<T> of(Dimension dimension, Function<T, CellResult> cell) {
            return new Column<>(
                    dimension.heading(),
                    dimension.isNumeric(),
                    Importance.KEY,
                    cell.andThen(result -> shown(dimension, result)));
        }

        static Shown shown(Dimension dimension, CellResult result) {
            String text = dimension.text(result.cell());
            if (!dimension.isNumeric() || text.isEmpty()) {
                return Shown.of(text);
            }
            double number = dimension.number(result.cell()).orElseThrow();
            return Shown.of(
                    text,
                    Math.max(0, BigDecimal.valueOf(number).stripTrailingZeros().scale()));
        }

        /** A column of a figure, empty for cells without it. */
        static Column<CellResult> of(Figure figure, FigureFormat format) {
            return of(figure, format, result -> result);
        }

        static <T> Column<T> of(Figure figure, FigureFormat format, Function<T, CellResult> cell) {
            return number(figure.names().heading(), cell.andThen(result -> format.of(figure, result)))
                    .important(figure.importance());
        }

        /** The same column with this importance. */
        public Column<T> important(Importance degree) {
            return new Column<>(header, numeric, degree, shown);
        }

        /** The text of a row. */
        public String text(T row) {
            return shown.apply(row).toString();
        }
    }
}
