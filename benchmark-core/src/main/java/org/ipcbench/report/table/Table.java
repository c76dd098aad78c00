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

    /** A table without a note. */
    public Table(String title, List<Column<T>> columns, List<T> rows) {
        this(title, columns, rows, "");
    }
}
