package org.ipcbench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.LinePlot;
import org.ipcbench.plot.Plot;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;

/** The 99th percentile over the CPU time of a message, a point a cell; one plot for each size and each other number that varies. */
final class CostPlot {
    private static final String NOTE = "down and to the left is better; whiskers: 95 % interval; hollow: suspect";

    /** The plots by the stem of their files' names. */
    Map<String, Plot> of(RunResult run) {
        Map<String, Plot> plots = new LinkedHashMap<>();
        for (PlottedCells cells : PlottedCells.of(run)) {
            List<Dimension> varying = cells.varyingNumbers();
            for (PlottedCells part : cells.comparisons(varying)) {
                cells.presentation()
                        .tail(part.all().get(0).cell().unitSizeBytes())
                        .ifPresent(
                                tail -> plots.put(cells.question() + "-cost" + part.stem(varying), plot(part, tail)));
            }
        }
        return plots;
    }

    private static Plot plot(PlottedCells cells, PlottedFigure tail) {
        return new LinePlot(
                "%s: p99 over CPU time%s".formatted(cells.question(), cells.qualifiers()),
                NOTE,
                new Axis("CPU time of all processes for each message (ns)", Scale.DECADES),
                new Axis(tail.axisTitle(), Scale.DECADES),
                cells.lines(result -> points(tail, result), 1));
    }

    private static List<Point> points(PlottedFigure tail, CellResult result) {
        return result.summary().map(Summary::cpuNanosPerMessage).filter(nanos -> nanos > 0).stream()
                .flatMap(nanos -> tail.point(nanos, result).stream())
                .filter(point -> !point.isGap())
                .map(Point::alone)
                .toList();
    }
}
