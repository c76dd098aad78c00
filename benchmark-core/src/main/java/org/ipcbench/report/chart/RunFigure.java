package org.ipcbench.report.chart;

import org.ipcbench.plot.Figure;

/**
 * A figure of a run.
 *
 * @param <F> what kind of figure
 * @param stem of the names of its files
 * @param cells what it shows
 * @param figure the figure
 * @param comparing whether it compares cells, or no figure of its kind does: only these are worth a file
 */
public record RunFigure<F extends Figure>(String stem, PlottedCells cells, F figure, boolean comparing) {}
