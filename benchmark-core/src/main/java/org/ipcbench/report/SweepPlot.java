package org.ipcbench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.LinePlot;
import org.ipcbench.plot.Plot;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;

/**
 * Figures over message size, or over another number that cells differ in: a line a transport. Where several numbers vary, the
 * first is the axis, and there is a plot for each combination of the others.
 */
final class SweepPlot {
    private static final String NOTE =
            "whiskers: 95 % interval; hollow: suspect; without a line: measured less than three times";

    /** The plots by the stem of their files' names; none where no number varies. */
    Map<String, Plot> of(RunResult run) {
        Map<String, Plot> plots = new LinkedHashMap<>();
        for (PlottedCells cells : PlottedCells.of(run)) {
            List<Dimension> varying = cells.varyingNumbers();
            if (!varying.isEmpty()) {
                Dimension axis = varying.get(0);
                List<Dimension> others = varying.subList(1, varying.size());
                for (PlottedCells part : cells.split(others)) {
                    for (PlottedFigure figure : cells.presentation().plots()) {
                        plots.put(stem(part, figure, axis) + part.stem(others), plot(part, figure, axis));
                    }
                }
            }
        }
        return plots;
    }

    private static String stem(PlottedCells cells, PlottedFigure figure, Dimension axis) {
        Stream<String> words = Stream.of(cells.question(), figure.stem()).distinct();
        return String.join("-", words.toList()) + "-over-" + axis.word();
    }

    private static Plot plot(PlottedCells cells, PlottedFigure figure, Dimension axis) {
        String words = cells.axisWords(axis);
        return new LinePlot(
                "%s: %s over %s%s".formatted(cells.question(), figure.words(), words, cells.qualifiers()),
                NOTE,
                new Axis(
                        cells.axisTitle(axis),
                        axis.unit().equals(Dimension.BYTES) ? Scale.BYTES : Scale.DECADES,
                        cells.numbers(axis)),
                new Axis(figure.axisTitle(), Scale.DECADES),
                cells.lines(cells.knees(axis), result -> points(axis, figure, result), 1));
    }

    /** The point of a cell, or a gap; nothing for a cell without a place on the axis. */
    private static List<Point> points(Dimension axis, PlottedFigure figure, CellResult result) {
        return axis.number(result.cell()).stream()
                .mapToObj(x -> figure.point(x, result).orElseGet(() -> Point.gap(x)))
                .toList();
    }
}
