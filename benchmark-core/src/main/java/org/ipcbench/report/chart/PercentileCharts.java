package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.LineChart;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;
import org.ipcbench.plot.Series;
import org.ipcbench.plot.Series.Spot;
import org.ipcbench.text.Markup;

/**
 * Latencies over their percentiles, with one line per cell; one chart for each message size and each other varying number.
 *
 * @param names the looks of lines
 */
record PercentileCharts(SeriesNames names) {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double ALL = 100;

    List<RunChart<LineChart>> of(Collection<PlottedCells> sets) {
        List<RunChart<LineChart>> charts = new ArrayList<>();
        for (PlottedCells cells : sets) {
            List<Dimension> varying = cells.varyingNumbers();
            Collection<PlottedCells> parts = cells.split(varying);
            for (PlottedCells part : parts) {
                String latency = cells.figures().words().latency().orElse("latency");
                charts.add(new RunChart<>(
                        cells.question() + "-percentiles" + part.stem(varying),
                        part,
                        chart(part, latency),
                        cells.figures().words().latency().isPresent() && part.isComparisonAmong(parts)));
            }
        }
        return charts;
    }

    /** @param latency the kind of latency, in the singular */
    private LineChart chart(PlottedCells cells, String latency) {
        return new LineChart(
                cells.question(),
                "percentiles" + cells.qualifiers(),
                "a percentile is shown if ten samples lie beyond it; hollow: suspect",
                new Axis(
                        "percentile of %s".formatted(latency.endsWith("y") ? "latencies" : latency + "s"), Scale.NINES),
                new Axis(latency + " (µs)", Scale.DECADES),
                cells.bounds(),
                cells.byName().entrySet().stream().map(this::series).toList());
    }

    private Series series(Map.Entry<String, List<CellResult>> line) {
        List<Point> points = new ArrayList<>();
        List<Spot> spots = new ArrayList<>();
        for (CellResult result : line.getValue()) {
            result.summary().ifPresent(summary -> {
                List<CellLatencies.Step> curve = summary.latencies().curve();
                if (curve.size() > 1) { // the smallest latency alone is no curve
                    curve.forEach(step -> points.add(point(step.shareAbove(), step.nanos(), result)));
                }
                Percentiles.SHOWN.forEach(percentile -> addSpot(spots, line.getKey(), summary, percentile, result));
            });
        }
        return new Series(
                line.getKey(),
                points.isEmpty() ? PlottedValue.lack(line.getValue(), PlottedValue.TOO_FEW_SAMPLES) : "",
                names.look(line.getValue().get(0)),
                points,
                spots);
    }

    private static void addSpot(List<Spot> spots, String name, Summary summary, double percentile, CellResult result) {
        summary.latencies().percentileNanos(percentile).ifPresent(nanos -> {
            Point point = point(1 - percentile / ALL, nanos, result);
            String words = "%s\np%s".formatted(name, Markup.number(percentile, 2));
            spots.add(new Spot(point, PlottedValue.text(words, point, "µs")));
        });
    }

    private static Point point(double shareAbove, double nanos, CellResult result) {
        double micros = nanos / NANOS_PER_MICRO;
        return new Point(shareAbove, micros, micros, micros, result.verdict().isDoubtful(), true);
    }
}
