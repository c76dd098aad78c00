package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.LineFigure;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;
import org.ipcbench.plot.Series;
import org.ipcbench.plot.Series.Spot;
import org.ipcbench.report.question.PlottedValue;

/**
 * Values over message size, or over another number in which cells differ, with one line per transport. If several numbers
 * vary, the first is the axis, and there is a figure for each combination of the others.
 *
 * @param names the looks of lines
 */
record SweepFigures(SeriesNames names) {
    private static final String NOTE =
            "whiskers: 95 % interval; hollow: suspect; without a line: measured less than three times";

    /** The figures; empty if no number varies. */
    List<RunFigure<LineFigure>> of(Collection<PlottedCells> sets) {
        List<RunFigure<LineFigure>> figures = new ArrayList<>();
        for (PlottedCells cells : sets) {
            List<Dimension> varying = cells.varyingNumbers();
            if (!varying.isEmpty()) {
                Dimension axis = varying.get(0);
                List<Dimension> others = varying.subList(1, varying.size());
                for (PlottedCells part : cells.split(others)) {
                    for (PlottedValue value : cells.presentation().plots()) {
                        String stem = stem(part, value, axis) + part.stem(others);
                        figures.add(new RunFigure<>(stem, part, figure(part, value, axis), true));
                    }
                }
            }
        }
        return figures;
    }

    private static String stem(PlottedCells cells, PlottedValue value, Dimension axis) {
        Stream<String> words = Stream.of(cells.question(), value.stem()).distinct();
        return String.join("-", words.toList()) + "-over-" + axis.word();
    }

    private LineFigure figure(PlottedCells cells, PlottedValue value, Dimension axis) {
        Map<String, String> knees = cells.knees(axis);
        return new LineFigure(
                cells.question(),
                "%s over %s%s".formatted(value.words(), cells.axisWords(axis), cells.qualifiers()),
                NOTE,
                new Axis(
                        cells.axisTitle(axis),
                        axis.unit().equals(Dimension.BYTES) ? Scale.BYTES : Scale.DECADES,
                        cells.numbers(axis)),
                new Axis(value.axisTitle(), Scale.DECADES),
                cells.byName().entrySet().stream()
                        .map(line -> {
                            String knee = knees.getOrDefault(line.getKey(), "");
                            return series(line.getKey(), knee, line.getValue(), value, axis);
                        })
                        .toList());
    }

    private Series series(String name, String knee, List<CellResult> cells, PlottedValue value, Dimension axis) {
        List<Point> points = new ArrayList<>();
        List<Spot> spots = new ArrayList<>();
        List<CellResult> ascending = cells.stream()
                .filter(result -> axis.number(result.cell()).isPresent())
                .sorted(Comparator.comparingDouble(result -> number(axis, result)))
                .toList();
        for (CellResult result : ascending) {
            double x = number(axis, result);
            Point point = value.point(x, result).orElse(Point.gap(x));
            points.add(point);
            if (!point.isGap()) {
                String place = "%s, %s %s\n".formatted(name, axis.text(result.cell()), axis.unit());
                spots.add(new Spot(point, place + value.text(point) + (point.hollow() ? "\nsuspect" : "")));
            }
        }
        return new Series(
                name,
                spots.isEmpty() ? value.lack(cells) : knee,
                names.look(cells.get(0)).place(),
                points,
                spots,
                1);
    }

    private static double number(Dimension axis, CellResult result) {
        return axis.number(result.cell()).orElse(Double.NaN);
    }
}
