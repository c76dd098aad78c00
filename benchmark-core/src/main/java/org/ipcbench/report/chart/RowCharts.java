package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.RowChart;
import org.ipcbench.plot.RowChart.Panel;
import org.ipcbench.plot.RowChart.Row;
import org.ipcbench.plot.Series.Spot;

/**
 * Values of cells, one row per cell: the most important value if no number varies, each value of a sweep with few values.
 *
 * @param names the looks of rows
 */
record RowCharts(SeriesNames names) {

    List<RunChart<RowChart>> of(Collection<PlottedCells> sets, List<Sweep> sweeps) {
        List<RunChart<RowChart>> charts = new ArrayList<>();
        for (PlottedCells cells : sets) {
            if (cells.varyingNumbers().isEmpty()) {
                PlottedValue value = new PlottedValue(cells.figures().barred());
                String look = value.barScale().hasZero() ? "-bars" : "-points";
                Panel panel = new Panel("", rows(cells.all(), value, mark(cells, value), cells::name));
                RowChart chart = chart(cells, value, value.words() + cells.qualifiers(), "", List.of(panel));
                charts.add(new RunChart<>(cells.question() + look + cells.stem(List.of()), cells, chart, true));
            }
        }
        sweeps.stream()
                .filter(sweep -> !sweep.isLines())
                .sorted(Comparator.comparing(
                        sweep -> !isBarred(sweep.cells(), sweep.value()))) // the page shows the first
                .forEach(sweep -> charts.add(new RunChart<>(sweep.stem(), sweep.cells(), chart(sweep), true)));
        return charts;
    }

    /** The most important value of cells of one ranking. */
    RowChart of(PlottedCells cells) {
        PlottedValue value = new PlottedValue(cells.figures().barred());
        List<String> rows = names.rows(cells.all());
        Panel panel = new Panel(
                "",
                rows(
                        cells.all(),
                        value,
                        mark(cells, value),
                        cell -> rows.get(cells.all().indexOf(cell))));
        return chart(cells, value, value.words(), "", List.of(panel));
    }

    private RowChart chart(Sweep sweep) {
        PlottedCells cells = sweep.cells();
        Map<String, String> limits = cells.limits(sweep.axis());
        Function<CellResult, String> name = cell -> cells.name(cell) + limits.getOrDefault(cells.name(cell), "");
        List<Panel> panels = sweep.steps().stream()
                .map(step -> new Panel(
                        step.words(sweep.axis()), rows(step.all(), sweep.value(), mark(cells, sweep.value()), name)))
                .toList();
        boolean alone = sweep.value().barScale().hasZero();
        String axes = "; each %s has an axis of its own".formatted(cells.numberWords(sweep.axis()));
        return chart(cells, sweep.value(), sweep.title(), alone ? axes : "", panels);
    }

    private static RowChart chart(
            PlottedCells cells, PlottedValue value, String title, String axes, List<Panel> panels) {
        Optional<PlottedValue> mark = mark(cells, value);
        return new RowChart(
                cells.question(),
                title,
                mark.map(each -> "diamond: %s; ".formatted(each.words())).orElse("")
                        + "whisker: 95 % interval; hollow: suspect"
                        + axes,
                new Axis(value.axisTitle(), value.barScale()),
                Stream.concat(Stream.of(value), mark.stream())
                        .flatMap(each -> cells.bounds(each).stream())
                        .toList(),
                panels);
    }

    private List<Row> rows(
            List<CellResult> cells,
            PlottedValue value,
            Optional<PlottedValue> mark,
            Function<CellResult, String> name) {
        List<CellResult> sorted = cells.stream().sorted(value.bestFirst()).toList();
        List<Look> looks = names.looks(sorted);
        return IntStream.range(0, sorted.size())
                .mapToObj(i -> {
                    CellResult cell = sorted.get(i);
                    List<Spot> values = spots(value, cell).toList();
                    return new Row(
                            name.apply(cell) + (values.isEmpty() ? value.lack(List.of(cell)) : ""),
                            looks.get(i),
                            values,
                            mark.stream().flatMap(each -> spots(each, cell)).toList());
                })
                .toList();
    }

    private static Stream<Spot> spots(PlottedValue value, CellResult result) {
        return value.points(result).stream().map(point -> new Spot(point, value.text(point)));
    }

    private static Optional<PlottedValue> mark(PlottedCells cells, PlottedValue value) {
        return isBarred(cells, value) ? cells.figures().mark().map(PlottedValue::new) : Optional.empty();
    }

    private static boolean isBarred(PlottedCells cells, PlottedValue value) {
        return value.figure().equals(cells.figures().barred());
    }
}
