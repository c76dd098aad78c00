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

/** Values of cells, one row per cell: the most important value if no number varies, each value of a sweep with few values. */
final class RowFigures {
    List<RunFigure<RowFigure>> of(Collection<PlottedCells> sets, List<Sweep> sweeps) {
        List<RunFigure<RowFigure>> figures = new ArrayList<>();
        for (PlottedCells cells : sets) {
            if (cells.varyingNumbers().isEmpty()) {
                PlottedValue value = new PlottedValue(cells.figures().barred());
                String look = value.barScale().hasZero() ? "-bars" : "-points";
                String stem = cells.question() + look + cells.stem(List.of());
                Panel panel = new Panel("", rows(cells, cells.all(), value, Map.of()));
                String title = value.words() + cells.qualifiers();
                figures.add(new RunFigure<>(
                        stem, cells, figure(cells, value, title, note(mark(cells, value)), List.of(panel)), true));
            }
        }
        sweeps.stream()
                .filter(sweep -> !sweep.isLines())
                .forEach(sweep -> figures.add(new RunFigure<>(sweep.stem(), sweep.cells(), figure(sweep), true)));
        return figures;
    }

    private static RowFigure figure(Sweep sweep) {
        Map<String, String> limits = sweep.cells().limits(sweep.axis());
        List<Panel> panels = sweep.steps().stream()
                .map(step ->
                        new Panel(step.words(sweep.axis()), rows(sweep.cells(), step.all(), sweep.value(), limits)))
                .toList();
        String note = note(mark(sweep.cells(), sweep.value()));
        String axes = "; each %s has an axis of its own".formatted(sweep.cells().numberWords(sweep.axis()));
        return figure(
                sweep.cells(),
                sweep.value(),
                sweep.title(),
                sweep.value().barScale().hasZero() ? note + axes : note,
                panels);
    }

    private static RowFigure figure(
            PlottedCells cells, PlottedValue value, String title, String note, List<Panel> panels) {
        return new RowFigure(cells.question(), title, note, new Axis(value.axisTitle(), value.barScale()), panels);
    }

    /** The meaning of the signs. An unrepeated cell has no interval. */
    static String note(Optional<PlottedValue> mark) {
        return mark.map(each -> "diamond: %s; ".formatted(each.words())).orElse("")
                + "whisker: 95 % interval, none if unrepeated; hollow: suspect";
    }

    /** @param cells the cells of the figure, which tell how rows are named */
    private static List<Row> rows(
            PlottedCells cells, List<CellResult> ofPanel, PlottedValue value, Map<String, String> limits) {
        return ofPanel.stream()
                .sorted(value.bestFirst())
                .map(result -> row(cells, value, limits, result))
                .toList();
    }

    private static Row row(PlottedCells cells, PlottedValue value, Map<String, String> limits, CellResult result) {
        List<Point> points = value.points(result);
        String name = cells.name(result) + limits.getOrDefault(cells.name(result), "");
        return new Row(
                points.isEmpty() ? name + value.lack(List.of(result)) : name,
                points,
                mark(cells, value).stream()
                        .flatMap(mark -> mark.points(result).stream())
                        .map(Point::y)
                        .toList());
    }

    private static Optional<PlottedValue> mark(PlottedCells cells, PlottedValue value) {
        return cells.figures()
                .mark()
                .filter(unused -> value.figure().equals(cells.figures().barred()))
                .map(PlottedValue::new);
    }
}
