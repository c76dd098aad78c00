package org.ipcbench.report.words;

import java.util.function.Function;
import org.ipcbench.analysis.Summary;

/**
 * A column of the closing table.
 *
 * @param header its heading, with the unit
 * @param value the figure of a cell
 */
public record FigureColumn(String header, Function<Summary, String> value) {}
