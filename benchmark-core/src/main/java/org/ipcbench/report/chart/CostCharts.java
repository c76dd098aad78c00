package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.LineChart;
import org.ipcbench.plot.Scale;
import org.ipcbench.plot.Series;
import org.ipcbench.plot.Series.Spot;

/**
 * The 99th percentile over the CPU time of a message, with one point per cell; one chart for each size and each other
 * varying number.
 *
 * @param names the looks of lines
 */
record CostCharts(SeriesNames names) {
    private static final String NOTE = "down and to the left is better; whiskers: 95 % interval; hollow: suspect";

    List<RunChart<LineChart>> of(Collection<PlottedCells> sets) {
        List<RunChart<LineChart>> charts = new ArrayList<>();
        for (PlottedCells cells : sets) {
            List<Dimension> varying = cells.varyingNumbers();
            Collection<PlottedCells> parts = cells.split(varying);
            for (PlottedCells part : parts) {
                cells.figures()
                        .tail(part.all().get(0).cell().requestBytes())
                        .map(PlottedValue::new)
                        .map(tail -> new RunChart<>(
                                cells.question() + "-cost" + part.stem(varying),
                                part,
                                chart(part, tail),
                                part.isComparisonAmong(parts)))
                        .ifPresent(charts::add);
            }
        }
        return charts;
    }

    private LineChart chart(PlottedCells cells, PlottedValue tail) {
        return new LineChart(
                cells.question(),
                "p99 over CPU time" + cells.qualifiers(),
                NOTE,
                new Axis("CPU time of all processes for each message (ns)", Scale.DECADES),
                new Axis(tail.axisTitle(), Scale.DECADES),
                cells.bounds(tail),
                cells.byName().entrySet().stream()
                        .map(line -> series(line, tail))
                        .toList());
    }

    private Series series(Map.Entry<String, List<CellResult>> line, PlottedValue tail) {
        List<Spot> spots = line.getValue().stream()
                .flatMap(result -> spot(line.getKey(), tail, result).stream())
                .toList();
        return new Series(
                line.getKey(),
                spots.isEmpty() ? tail.lack(line.getValue()) : "",
                names.look(line.getValue().get(0)),
                spots.stream().map(spot -> spot.point().alone()).toList(),
                spots);
    }

    private static Optional<Spot> spot(String name, PlottedValue tail, CellResult result) {
        return result.summary()
                .map(summary -> summary.cpu().nanosPerMessage())
                .filter(nanos -> nanos > 0)
                .flatMap(nanos -> tail.point(nanos, result))
                .map(point -> new Spot(
                        point, "%s\n%s\nCPU time: %s ns".formatted(name, tail.text(point), Math.round(point.x()))));
    }
}
