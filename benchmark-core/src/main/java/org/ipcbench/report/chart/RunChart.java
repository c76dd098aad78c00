package org.ipcbench.report.chart;

import org.ipcbench.plot.Chart;

/**
 * A chart of a run.
 *
 * @param <C> the kind of chart
 * @param stem the stem of its files' names
 * @param cells the cells that it shows
 * @param chart the chart
 * @param comparing whether it compares cells, or no chart of its kind does; only such charts get a file
 */
public record RunChart<C extends Chart>(String stem, PlottedCells cells, C chart, boolean comparing) {}
