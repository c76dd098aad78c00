package org.ipcbench.report.table;

import java.util.List;

/**
 * A table, which the terminal, Markdown and the page lay out.
 *
 * @param <T> what a row is about
 * @param title what it shows
 * @param columns from the left to the right
 * @param rows from above to below
 * @param note what is to be said below; may be empty
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
