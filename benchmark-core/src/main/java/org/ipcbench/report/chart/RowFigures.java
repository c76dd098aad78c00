package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Row;
import org.ipcbench.plot.RowFigure;
import org.ipcbench.plot.Scale;
import org.ipcbench.report.question.PlottedValue;

/** The most important value of each cell, one row per cell, if no number varies (one size, one buffer). */
final class RowFigures {
    private static final double NOTHING = Double.NaN;

    List<RunFigure<RowFigure>> of(Collection<PlottedCells> sets) {
        List<RunFigure<RowFigure>> figures = new ArrayList<>();
        for (PlottedCells cells : sets) {
            if (cells.varyingNumbers().isEmpty()) {
                String stem = cells.question() + "-bars" + cells.stem(List.of());
                figures.add(new RunFigure<>(stem, cells, figure(cells), true));
            }
        }
        return figures;
    }

    private static RowFigure figure(PlottedCells cells) {
        PlottedValue value = cells.presentation().barred();
        String mark =
                cells.presentation().barMark().map(each -> each.words() + "; ").orElse("");
        return new RowFigure(
                cells.question(),
                value.words() + cells.qualifiers(),
                mark + "whisker: 95 % interval; hollow: suspect",
                new Axis(value.axisTitle(), value.barScale()),
                cells.all().stream()
                        .sorted(bestFirst(value))
                        .map(result -> row(cells, value, result))
                        .toList());
    }

    private static Row row(PlottedCells cells, PlottedValue value, CellResult result) {
        Point point = value.point(0, result).orElse(Point.gap(0));
        String name = cells.name(result);
        return new Row(
                point.isGap() ? name + value.lack(List.of(result)) : name,
                point,
                cells.presentation()
                        .barMark()
                        .flatMap(mark -> mark.point(0, result))
                        .map(Point::y)
                        .orElse(NOTHING));
    }

    /** The greatest rate first, or the shortest time; cells without a value last. */
    private static Comparator<CellResult> bestFirst(PlottedValue value) {
        int sign = value.barScale() == Scale.LINEAR ? -1 : 1;
        return Comparator.comparingDouble(
                result -> value.point(0, result).map(point -> sign * point.y()).orElse(NOTHING));
    }
}
