package org.ipcbench.report.words;

import java.util.function.Function;
import org.ipcbench.analysis.Summary;

/**
 * A column of the closing table.
 *
 * @param header its heading, with the unit
 * @param value the figure of a cell
 * @param mean the mean rate or time of a cell as the column shows it, without its interval; empty if it shows none
 */
public record FigureColumn(String header, Function<Summary, String> value, Function<Summary, String> mean) {
    /** A column that shows no mean. */
    public FigureColumn(String header, Function<Summary, String> value) {
        this(header, value, unused -> "");
    }

    /** A column of means without intervals. */
    static FigureColumn ofMeans(String header, Function<Summary, String> value) {
        return new FigureColumn(header, value, value);
    }
}
