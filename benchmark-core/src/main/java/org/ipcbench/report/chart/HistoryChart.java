package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ipcbench.compare.CellHistory;
import org.ipcbench.compare.History;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.LineChart;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;
import org.ipcbench.plot.Series;

/** The speed of each cell in many runs, a line for each cell. */
public final class HistoryChart {
    /** Stem of its files' names. */
    public static final String STEM = "history";

    private HistoryChart() {}

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
                history.cells().stream().map(HistoryChart::series).toList());
    }

    private static Series series(CellHistory cell) {
        List<Optional<CellHistory.Relative>> figures = cell.relative();
        List<Point> points = new ArrayList<>();
        for (int run = 0; run < figures.size(); run++) {
            points.add(point(run, figures.get(run), !cell.changedAt().equals(Optional.of(run))));
        }
        return new Series(cell.key().text(), points, 1);
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
