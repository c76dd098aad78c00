package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.LoadKnee;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;
import org.ipcbench.report.PlottedCells;
import org.ipcbench.report.PlottedFigure;

/**
 * Figures of a question over message size, or over another number that cells differ in.
 *
 * @param run whose cells are shown
 * @param names the names of lines
 */
record SweepFigures(RunResult run, SeriesNames names) {
    private static final String NOTE = "whiskers: 95 % interval; hollow: suspect";

    /** The figures of a question; none where no number varies. */
    List<LineFigure> of(String question) {
        List<LineFigure> figures = new ArrayList<>();
        for (PlottedCells cells : PlottedCells.of(run)) {
            List<Dimension> varying = cells.varyingNumbers();
            if (cells.question().equals(question) && !varying.isEmpty()) {
                Dimension axis = varying.get(0);
                for (PlottedCells part : cells.split(varying.subList(1, varying.size()))) {
                    part.presentation().plots().forEach(figure -> figures.add(figure(part, figure, axis)));
                }
            }
        }
        figures.removeIf(figure -> !figure.isMeasured());
        return figures;
    }

    private LineFigure figure(PlottedCells cells, PlottedFigure figure, Dimension axis) {
        Map<String, List<CellResult>> lines = new LinkedHashMap<>();
        cells.all()
                .forEach(result -> lines.computeIfAbsent(names.line(result), unused -> new ArrayList<>())
                        .add(result));
        String words = figure.words();
        return new LineFigure(
                words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + " over " + cells.axisWords(axis)
                        + cells.qualifiers(),
                NOTE + knees(cells, axis),
                new Axis(
                        cells.axisTitle(axis),
                        axis.unit().equals(Dimension.BYTES) ? Scale.BYTES : Scale.DECADES,
                        cells.numbers(axis)),
                new Axis(figure.axisTitle(), Scale.DECADES),
                lines.entrySet().stream()
                        .map(line -> series(line.getKey(), line.getValue(), figure, axis))
                        .toList());
    }

    /** The knees of lines over the rates of a load; nothing over other axes. */
    private String knees(PlottedCells cells, Dimension axis) {
        List<LoadKnee> knees = axis.equals(Dimension.RATE)
                ? LoadKnee.of(new RunResult(cells.all(), false, cells.dimensions()))
                : List.of();
        return knees.isEmpty()
                ? ""
                : knees.stream()
                        .map(knee -> "%s %s%s"
                                .formatted(
                                        names.line(knee.knee()),
                                        knee.isLimit() ? "" : "≥ ",
                                        axis.text(knee.knee().cell())))
                        .collect(Collectors.joining(", ", "; knees: ", ""));
    }

    private Series series(String name, List<CellResult> cells, PlottedFigure figure, Dimension axis) {
        List<Point> curve = new ArrayList<>();
        List<Series.Spot> spots = new ArrayList<>();
        List<CellResult> ascending = cells.stream()
                .filter(result -> axis.number(result.cell()).isPresent())
                .sorted(Comparator.comparingDouble(result -> number(axis, result)))
                .toList();
        for (CellResult result : ascending) {
            double x = number(axis, result);
            Point point = figure.point(x, result).orElse(Point.gap(x));
            curve.add(point);
            if (!point.isGap()) {
                String words = "%s, %s %s\n%s".formatted(name, axis.text(result.cell()), axis.unit(), figure.words());
                String doubt = point.hollow() ? "\nsuspect" : "";
                spots.add(new Series.Spot(point, RankingTable.told(words, point, figure.unit()) + doubt));
            }
        }
        return new Series(name, names.look(name), curve, spots);
    }

    private static double number(Dimension axis, CellResult result) {
        return axis.number(result.cell()).orElse(Double.NaN);
    }
}
