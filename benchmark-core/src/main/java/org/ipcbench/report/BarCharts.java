package org.ipcbench.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Bar;
import org.ipcbench.plot.BarPlot;
import org.ipcbench.plot.Plot;
import org.ipcbench.plot.Point;

/** The most important figure of each cell as a bar, where no number varies: one size, one buffer. */
final class BarCharts {
    private static final double NOTHING = Double.NaN;

    /** The plots by the stem of their files' names. */
    Map<String, Plot> of(RunResult run) {
        Map<String, Plot> plots = new LinkedHashMap<>();
        for (PlottedCells cells : PlottedCells.of(run)) {
            if (cells.varyingNumbers().isEmpty()) {
                plots.put(cells.question() + "-bars" + cells.stem(List.of()), plot(cells));
            }
        }
        return plots;
    }

    private static Plot plot(PlottedCells cells) {
        PlottedFigure figure = cells.presentation().barred();
        String mark =
                cells.presentation().barMark().map(each -> each.words() + "; ").orElse("");
        return new BarPlot(
                "%s: %s%s".formatted(cells.question(), figure.words(), cells.qualifiers()),
                mark + "whisker: 95 % interval; hollow: suspect",
                new Axis(figure.axisTitle(), figure.barScale()),
                cells.all().stream()
                        .sorted(Comparator.comparingDouble(BarCharts::rate).reversed())
                        .map(result -> bar(cells, figure, result))
                        .toList());
    }

    private static Bar bar(PlottedCells cells, PlottedFigure figure, CellResult result) {
        Point end = figure.point(0, result).orElse(Point.gap(0));
        String name = cells.name(result);
        return new Bar(
                end.isGap() ? PlottedCells.notMeasured(name) : name,
                end,
                cells.presentation()
                        .barMark()
                        .flatMap(mark -> mark.point(0, result))
                        .map(Point::y)
                        .orElse(NOTHING));
    }

    private static double rate(CellResult result) {
        return result.summary().filter(Summary::isReached).map(Summary::speed).orElse(0.0);
    }
}
