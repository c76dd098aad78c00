package org.ipcbench.report.chart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ipcbench.compare.History;
import org.ipcbench.compare.History.CellHistory;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Chart.LineChart;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.PlotImage;
import org.ipcbench.plot.Scale;
import org.ipcbench.plot.Series;
import org.ipcbench.plot.Series.Point;
import org.ipcbench.plot.Series.Spot;
import org.ipcbench.report.file.AtomicFile;
import org.ipcbench.text.Markup;

/** The speed of each cell in many runs, a line for each cell. */
public final class HistoryChart {
    private static final String FILE_NAME = "history.svg";

    private static final int DECIMALS = 3;

    private HistoryChart() {}

    /** Writes the chart if it has any values. */
    public static void write(History history, Path directory) throws IOException {
        LineChart chart = of(history);
        if (chart.isMeasured()) {
            AtomicFile.replace(directory.resolve(FILE_NAME), new PlotImage(chart).svg());
        }
    }

    public static LineChart of(History history) {
        List<Double> runs = IntStream.rangeClosed(1, history.runs().size())
                .mapToObj(run -> (double) run)
                .toList();
        return new LineChart(
                "history of %d runs".formatted(runs.size()),
                "speed as a multiple of the first run's",
                "a line breaks in the run in which its cell changed",
                new Axis("run", Scale.LINEAR, runs),
                new Axis("speed ÷ speed in the first run", Scale.LINEAR),
                List.of(),
                IntStream.range(0, history.cells().size())
                        .mapToObj(i -> series(history.cells().get(i), new Look(i)))
                        .toList());
    }

    private static Series series(CellHistory cell, Look look) {
        List<Optional<CellHistory.Relative>> figures = cell.relative();
        List<Point> points = new ArrayList<>();
        for (int run = 0; run < figures.size(); run++) {
            points.add(point(run, figures.get(run), !cell.changedAt().equals(Optional.of(run))));
        }
        List<Spot> spots = points.stream()
                .filter(point -> !point.isGap())
                .map(point -> new Spot(point, cell.key().text() + "\n" + Markup.number(point.y(), DECIMALS)))
                .toList();
        return new Series(cell.key().text(), "", look, points, spots);
    }

    private static Point point(int run, Optional<CellHistory.Relative> figure, boolean joined) {
        double x = run + 1.0;
        return figure.map(each -> new Point(
                        x,
                        each.value(),
                        each.interval().map(interval -> interval.low()).orElse(each.value()),
                        each.interval().map(interval -> interval.high()).orElse(each.value()),
                        false,
                        joined))
                .orElse(Point.gap(x));
    }
}
