package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Row;
import org.ipcbench.plot.RowFigure;
import org.ipcbench.plot.RowFigure.Panel;
import org.ipcbench.report.question.PlottedValue;

/** Values of cells, one row per cell: the most important value if no number varies, each value of a sweep with few values. */
final class RowFigures {
    List<RunFigure<RowFigure>> of(Collection<PlottedCells> sets, List<Sweep> sweeps) {
        List<RunFigure<RowFigure>> figures = new ArrayList<>();
        for (PlottedCells cells : sets) {
            if (cells.varyingNumbers().isEmpty()) {
                String stem = cells.question() + "-bars" + cells.stem(List.of());
                PlottedValue value = cells.presentation().barred();
                Panel panel = new Panel("", rows(cells, cells.all(), value, Map.of()));
                figures.add(new RunFigure<>(
                        stem, cells, figure(cells, value, value.words() + cells.qualifiers(), List.of(panel)), true));
            }
        }
        sweeps.stream()
                .filter(sweep -> !sweep.isLines())
                .forEach(sweep -> figures.add(new RunFigure<>(sweep.stem(), sweep.cells(), figure(sweep), true)));
        return figures;
    }

    private static RowFigure figure(Sweep sweep) {
        Map<String, String> knees = sweep.cells().knees(sweep.axis());
        List<Panel> panels = sweep.steps().stream()
                .map(step -> new Panel(step.words(sweep.axis()), rows(sweep.cells(), step.all(), sweep.value(), knees)))
                .toList();
        return figure(sweep.cells(), sweep.value(), sweep.title(), panels);
    }

    private static RowFigure figure(PlottedCells cells, PlottedValue value, String title, List<Panel> panels) {
        String mark = mark(cells, value).map(each -> each.words() + "; ").orElse("");
        return new RowFigure(
                cells.question(),
                title,
                mark + "whisker: 95 % interval; hollow: suspect",
                new Axis(value.axisTitle(), value.barScale()),
                panels);
    }

    /** @param cells the cells of the figure, which tell how rows are named */
    private static List<Row> rows(
            PlottedCells cells, List<CellResult> ofPanel, PlottedValue value, Map<String, String> knees) {
        return ofPanel.stream()
                .sorted(value.bestFirst())
                .map(result -> row(cells, value, knees, result))
                .toList();
    }

    private static Row row(PlottedCells cells, PlottedValue value, Map<String, String> knees, CellResult result) {
        List<Point> points = value.points(result);
        String name = cells.name(result) + knees.getOrDefault(cells.name(result), "");
        return new Row(
                points.isEmpty() ? name + value.lack(List.of(result)) : name,
                points,
                mark(cells, value).stream()
                        .flatMap(mark -> mark.points(result).stream())
                        .map(Point::y)
                        .toList());
    }

    private static Optional<PlottedValue> mark(PlottedCells cells, PlottedValue value) {
        return cells.presentation()
                .barMark()
                .filter(unused ->
                        value.stem().equals(cells.presentation().barred().stem()));
    }
}
