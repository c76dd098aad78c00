package org.ipcbench.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.analysis.CellLatencies;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;

/**
 * Latencies over their percentiles, a line a cell.
 *
 * @param cells of one question and size
 * @param names the names of cells
 */
record PercentileFigure(List<CellResult> cells, SeriesNames names) {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double ALL = 100;

    /** Those that have a marker. */
    private static final List<Double> TOLD = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    PercentileFigure {
        cells = List.copyOf(cells);
    }

    /** @param latency what is shown, a single one */
    LineFigure of(String latency) {
        List<SeriesLook> looks = names.looks(cells);
        List<Series> series = IntStream.range(0, cells.size())
                .mapToObj(i -> series(cells.get(i), looks.get(i)))
                .toList();
        return new LineFigure(
                "Percentiles",
                "a percentile is shown where ten samples lie beyond it; hollow: suspect",
                new Axis(
                        "percentile of %s".formatted(latency.endsWith("y") ? "latencies" : latency + "s"), Scale.NINES),
                new Axis(latency + " (µs)", Scale.DECADES),
                series);
    }

    private Series series(CellResult result, SeriesLook look) {
        List<Point> curve = new ArrayList<>();
        List<Series.Spot> spots = new ArrayList<>();
        result.summary().ifPresent(summary -> {
            for (CellLatencies.Step step : summary.latencies().curve()) {
                curve.add(Point.of(step.shareAbove(), step.nanos() / NANOS_PER_MICRO));
            }
            TOLD.forEach(percentile -> addSpot(spots, summary, percentile, result));
        });
        return new Series(names.row(result), look, curve, spots);
    }

    private void addSpot(List<Series.Spot> spots, Summary summary, double percentile, CellResult result) {
        summary.latencyPercentileNanos(percentile).ifPresent(nanos -> {
            double micros = nanos / NANOS_PER_MICRO;
            Point point = new Point(
                    1 - percentile / ALL,
                    micros,
                    micros,
                    micros,
                    result.verdict().isDoubtful(),
                    true);
            String words = "%s\np%s".formatted(names.row(result), Markup.number(percentile, 2));
            spots.add(new Series.Spot(point, RankingTable.told(words, point, "µs")));
        });
    }
}
