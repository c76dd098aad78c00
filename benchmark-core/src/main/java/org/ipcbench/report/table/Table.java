package org.ipcbench.report.table;

import java.util.List;

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
}
