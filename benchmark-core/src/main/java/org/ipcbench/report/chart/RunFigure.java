package org.ipcbench.report.chart;

import org.ipcbench.plot.Figure;

/**
 * A figure of a run.
 *
 * @param <F> the kind of figure
 * @param stem the stem of its files' names
 * @param cells the cells that it shows
 * @param figure the figure
 * @param comparing whether it compares cells, or no figure of its kind does; only such figures get a file
 */
public record RunFigure<F extends Figure>(String stem, PlottedCells cells, F figure, boolean comparing) {}
