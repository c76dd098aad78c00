package org.ipcbench.report.chart;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.LineFigure;
import org.ipcbench.plot.RowFigure;

/**
 * The figures of a run, which files and the page show.
 *
 * @param sweeps values over message size, or over another number in which cells differ
 * @param rows the most important value of each cell, if no number varies; values over a number of which there are few
 * @param percentiles latencies over their percentiles
 * @param costs long latencies over CPU time
 */
public record RunFigures(
        List<RunFigure<LineFigure>> sweeps,
        List<RunFigure<RowFigure>> rows,
        List<RunFigure<LineFigure>> percentiles,
        List<RunFigure<LineFigure>> costs) {

    /** The figures of this run, including those without any value. */
    public static RunFigures of(RunResult run) {
        Collection<PlottedCells> cells = PlottedCells.of(run);
        SeriesNames names = new SeriesNames(run);
        List<Sweep> sweeps = Sweep.of(cells);
        return new RunFigures(
                new SweepFigures(names).of(sweeps),
                new RowFigures().of(cells, sweeps),
                new PercentileFigures(names).of(cells),
                new CostFigures().of(cells));
    }

    /** The figures that have files. */
    List<RunFigure<?>> inFiles() {
        return Stream.<List<? extends RunFigure<?>>>of(sweeps, rows, percentiles, costs)
                .<RunFigure<?>>flatMap(List::stream)
                .filter(RunFigure::comparing)
                .toList();
    }
}
