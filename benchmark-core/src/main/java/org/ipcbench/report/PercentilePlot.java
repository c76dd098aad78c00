package org.ipcbench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.LinePlot;
import org.ipcbench.plot.Plot;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;

/** Latencies over their percentiles, a line a cell; one plot for each message size and each other number that varies. */
final class PercentilePlot {
    private static final double NANOS_PER_MICRO = 1e3;

    /** Two lines whose markers are so far apart are still told apart at a glance. */
    private static final int POINTS_PER_MARKER = 12;

    /** The plots by the stem of their files' names. */
    Map<String, Plot> of(RunResult run) {
        Map<String, Plot> plots = new LinkedHashMap<>();
        for (PlottedCells cells : PlottedCells.of(run)) {
            cells.presentation().plottedPercentiles().ifPresent(of -> {
                List<Dimension> varying = cells.varyingNumbers();
                for (PlottedCells part : cells.comparisons(varying)) {
                    plots.put(cells.question() + "-percentiles" + part.stem(varying), plot(part, of));
                }
            });
        }
        return plots;
    }

    private static Plot plot(PlottedCells cells, String latency) {
        return new LinePlot(
                "%s: percentiles%s".formatted(cells.question(), cells.qualifiers()),
                "hollow: suspect",
                new Axis("percentile of %ss".formatted(latency), Scale.NINES),
                new Axis("%s (µs)".formatted(latency), Scale.DECADES),
                cells.lines(PercentilePlot::points, POINTS_PER_MARKER));
    }

    private static List<Point> points(CellResult result) {
        boolean suspect = result.verdict().isDoubtful();
        return result.summary().stream()
                .flatMap(summary -> summary.latencies().curve().stream())
                .map(step -> point(step.shareAbove(), step.nanos() / NANOS_PER_MICRO, suspect))
                .toList();
    }

    private static Point point(double shareAbove, double micros, boolean suspect) {
        return new Point(shareAbove, micros, micros, micros, suspect, true);
    }
}
