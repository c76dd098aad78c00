package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.LineFigure;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;
import org.ipcbench.plot.Series;

/**
 * The 99th percentile over the CPU time of a message, with one point per cell; one figure for each size and each other
 * varying number.
 */
final class CostFigures {
    private static final String NOTE =
            "down and to the left is better; whiskers: 95 % interval, none if unrepeated; hollow: suspect";

    List<RunFigure<LineFigure>> of(Collection<PlottedCells> sets) {
        List<RunFigure<LineFigure>> figures = new ArrayList<>();
        for (PlottedCells cells : sets) {
            List<Dimension> varying = cells.varyingNumbers();
            Collection<PlottedCells> parts = cells.split(varying);
            for (PlottedCells part : parts) {
                cells.figures()
                        .tail(part.all().get(0).cell().requestBytes())
                        .map(PlottedValue::new)
                        .map(tail -> new RunFigure<>(
                                cells.question() + "-cost" + part.stem(varying),
                                part,
                                figure(part, tail),
                                part.isComparisonAmong(parts)))
                        .ifPresent(figures::add);
            }
        }
        return figures;
    }

    private static LineFigure figure(PlottedCells cells, PlottedValue tail) {
        return new LineFigure(
                cells.question(),
                "p99 over CPU time" + cells.qualifiers(),
                NOTE,
                new Axis("CPU time of all processes for each message (ns)", Scale.DECADES),
                new Axis(tail.axisTitle(), Scale.DECADES),
                cells.byName().entrySet().stream()
                        .map(line -> series(line, tail))
                        .toList());
    }

    private static Series series(Map.Entry<String, List<CellResult>> line, PlottedValue tail) {
        List<Point> points = line.getValue().stream()
                .flatMap(result -> points(tail, result).stream())
                .toList();
        String remark = points.isEmpty() ? tail.lack(line.getValue()) : "";
        return new Series(line.getKey(), remark, 0, points, List.of(), 1);
    }

    private static List<Point> points(PlottedValue tail, CellResult result) {
        return result.summary().map(summary -> summary.cpu().nanosPerMessage()).filter(nanos -> nanos > 0).stream()
                .flatMap(nanos -> tail.point(nanos, result).stream())
                .filter(point -> !point.isGap())
                .map(Point::alone)
                .toList();
    }
}
