package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.LineChart;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;
import org.ipcbench.plot.Series;
import org.ipcbench.plot.Series.Spot;

/**
 * Values over message size, or over another number in which cells differ, with one line per transport.
 *
 * @param names the looks of lines
 */
record SweepCharts(SeriesNames names) {
    private static final String NOTE =
            "whiskers: 95 % interval; hollow: suspect; without a line: measured less than three times";

    /** The charts of the sweeps with enough values for lines. */
    List<RunChart<LineChart>> of(List<Sweep> sweeps) {
        return sweeps.stream()
                .filter(Sweep::isLines)
                .map(sweep -> new RunChart<>(sweep.stem(), sweep.cells(), chart(sweep), true))
                .toList();
    }

    private LineChart chart(Sweep sweep) {
        PlottedCells cells = sweep.cells();
        Dimension axis = sweep.axis();
        Map<String, String> limits = cells.limits(axis);
        return new LineChart(
                cells.question(),
                sweep.title(),
                NOTE,
                new Axis(
                        cells.axisTitle(axis),
                        axis.unit().equals(Dimension.BYTES) ? Scale.BYTES : Scale.DECADES,
                        cells.numbers(axis)),
                new Axis(sweep.value().axisTitle(), Scale.DECADES),
                cells.bounds(sweep.value()),
                cells.byName().entrySet().stream()
                        .map(line -> {
                            String limit = limits.getOrDefault(line.getKey(), "");
                            return series(line.getKey(), limit, line.getValue(), sweep.value(), axis);
                        })
                        .toList());
    }

    private Series series(String name, String limit, List<CellResult> cells, PlottedValue value, Dimension axis) {
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
        return new Series(name, spots.isEmpty() ? value.lack(cells) : limit, names.look(cells.get(0)), points, spots);
    }

    private static double number(Dimension axis, CellResult result) {
        return axis.number(result.cell()).orElse(Double.NaN);
    }
}
