package org.ipcbench.report.table;

import java.util.function.Function;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.report.words.FigureColumn;

/**
 * A column of a table.
 *
 * @param <T> what a row is about
 * @param header its heading, with the unit
 * @param numeric whether its values are numbers, which are aligned to the right
 * @param value the text of a row
 */
public record Column<T>(String header, boolean numeric, Function<T, String> value) {
    public static <T> Column<T> text(String header, Function<T, String> value) {
        return new Column<>(header, false, value);
    }

    public static <T> Column<T> number(String header, Function<T, String> value) {
        return new Column<>(header, true, value);
    }

    /** A column of the values of a dimension. */
    static Column<CellResult> of(Dimension dimension) {
        return of(dimension, result -> result);
    }

    /** A column of the values of a dimension of each row's cell. */
    static <T> Column<T> of(Dimension dimension, Function<T, CellResult> cell) {
        return new Column<>(
                dimension.heading(), dimension.isNumeric(), cell.andThen(result -> dimension.text(result.cell())));
    }

    /** A column of a figure, empty for cells without figures. */
    static Column<CellResult> of(FigureColumn figure) {
        return number(
                figure.header(), result -> result.summary().map(figure.value()).orElse(""));
    }
}
