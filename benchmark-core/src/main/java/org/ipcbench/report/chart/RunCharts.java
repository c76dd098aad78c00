package org.ipcbench.report.chart;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.LineChart;
import org.ipcbench.plot.RowChart;

/**
 * The charts of a run, which files and the page show.
 *
 * @param sweeps values over message size, or over another number in which cells differ
 * @param rows the most important value of each cell, if no number varies; values over a number of which there are few
 * @param percentiles latencies over their percentiles
 * @param costs long latencies over CPU time
 */
public record RunCharts(
        List<RunChart<LineChart>> sweeps,
        List<RunChart<RowChart>> rows,
        List<RunChart<LineChart>> percentiles,
        List<RunChart<LineChart>> costs) {

    /** The charts of this run, including those without any value. */
    public static RunCharts of(RunResult run) {
        Collection<PlottedCells> cells = PlottedCells.of(run);
        SeriesNames names = new SeriesNames(run);
        List<Sweep> sweeps = Sweep.of(cells);
        return new RunCharts(
                new SweepCharts(names).of(sweeps),
                new RowCharts(names).of(cells, sweeps),
                new PercentileCharts(names).of(cells),
                new CostCharts(names).of(cells));
    }

    /** The most important value of cells that are ranked together and of which some have figures. */
    public static RowChart ofRanking(List<CellResult> cells, RunResult run, SeriesNames names) {
        return new RowCharts(names).of(new PlottedCells(cells, run.dimensions(), run.bound()));
    }

    /** The charts that have files. */
    List<RunChart<?>> inFiles() {
        return Stream.<List<? extends RunChart<?>>>of(sweeps, rows, percentiles, costs)
                .<RunChart<?>>flatMap(List::stream)
                .filter(RunChart::comparing)
                .toList();
    }
}
