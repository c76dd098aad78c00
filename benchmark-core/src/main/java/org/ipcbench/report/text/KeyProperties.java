package org.ipcbench.report.text;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.compare.CellKey;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.report.table.Column;
import org.ipcbench.text.Importance;

/**
 * The properties of the cells in a table: those that all of them have in common stand in its title, the others in columns.
 *
 * @param <T> what a row is about
 * @param rows the rows
 * @param key the properties of a row's cell
 */
record KeyProperties<T>(List<T> rows, Function<T, CellKey> key) {
    KeyProperties {
        rows = List.copyOf(rows);
    }

    /** The title of the table, which ends with this text. */
    String title(String end) {
        String common = names().stream()
                .filter(property -> !varies(property))
                .map(property -> named(property, key.apply(rows.get(0))))
                .collect(Collectors.joining(", "));
        return common.isEmpty() ? end : common + "; " + end;
    }

    List<Column<T>> columns() {
        return names().stream().filter(this::varies).map(this::column).toList();
    }

    private Column<T> column(String property) {
        Function<T, String> value = row -> key.apply(row).of(property);
        Column<T> column = rows.stream().map(value).allMatch(CellKey::isNumber)
                ? Column.words(property, value)
                : Column.text(property, value);
        return column.important(Importance.KEY);
    }

    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        rows.forEach(row -> names.addAll(key.apply(row).properties().keySet()));
        return names;
    }

    private boolean varies(String property) {
        return rows.stream().map(row -> key.apply(row).of(property)).distinct().count() > 1;
    }

    private static String named(String property, CellKey key) {
        String value = key.of(property);
        return CellKey.isNumber(value) || property.equals(Dimension.PLACEMENT.heading())
                ? property + " " + value
                : value;
    }
}
