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
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.Axis;
import org.ipcbench.plot.Chart;
import org.ipcbench.plot.Chart.LineChart;
import org.ipcbench.plot.Chart.RowChart;
import org.ipcbench.plot.Chart.RowChart.Panel;
import org.ipcbench.plot.Chart.RowChart.Row;
import org.ipcbench.plot.Look;
import org.ipcbench.plot.Scale;
import org.ipcbench.plot.Series;
import org.ipcbench.plot.Series.Point;
import org.ipcbench.plot.Series.Spot;
import org.ipcbench.text.Markup;

/**
 * The charts of a run, which files and the page show.
 *
 * @param sweeps values over message size, or over another number in which cells differ
 * @param rows the most important value of each cell, if no number varies; values over a number of which there are few
 * @param percentiles latencies over their percentiles
 * @param costs long latencies over CPU time
 */
public record RunCharts(
        List<RunChart<LineChart>> sweeps,
        List<RunChart<RowChart>> rows,
        List<RunChart<LineChart>> percentiles,
        List<RunChart<LineChart>> costs) {

    /** The charts of this run, including those without any value. */
    public static RunCharts of(RunResult run) {
        Collection<PlottedCells> cells = PlottedCells.of(run);
        SeriesNames names = new SeriesNames(run);
        List<Sweep> sweeps = Sweep.of(cells);
        return new RunCharts(
                new SweepCharts(names).of(sweeps),
                new RowCharts(names).of(cells, sweeps),
                new PercentileCharts(names).of(cells),
                new CostCharts(names).of(cells));
    }

    /** The most important value of cells that are ranked together and of which some have figures. */
    public static RowChart ofRanking(List<CellResult> cells, RunResult run, SeriesNames names) {
        return new RowCharts(names).of(new PlottedCells(cells, run.dimensions(), run.bound()));
    }

    /** The charts that have files. */
    List<RunChart<?>> inFiles() {
        return Stream.<List<? extends RunChart<?>>>of(sweeps, rows, percentiles, costs)
                .<RunChart<?>>flatMap(List::stream)
                .filter(RunChart::comparing)
                .toList();
    }

    /**
     * The 99th percentile over the CPU time of a message, with one point per cell; one chart for each size and each other
     * varying number.
     *
     * @param names the looks of lines
     */
    private record CostCharts(SeriesNames names) {
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

    /**
     * Latencies over their percentiles, with one line per cell; one chart for each message size and each other varying number.
     *
     * @param names the looks of lines
     */
    private record PercentileCharts(SeriesNames names) {
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
                            "percentile of %s".formatted(latency.endsWith("y") ? "latencies" : latency + "s"),
                            Scale.NINES),
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

        private static void addSpot(
                List<Spot> spots, String name, Summary summary, double percentile, CellResult result) {
            summary.latencies().percentileNanos(percentile).ifPresent(nanos -> {
                Point point = point(1 - percentile / ALL, nanos, result);
                String words = "%s\np%s".formatted(name, Markup.number(percentile, 2));
                spots.add(new Spot(point, PlottedValue.text(words, point, "µs")));
            });
        }

        private static Point point(double shareAbove, double nanos, CellResult result) {
            double micros = nanos / NANOS_PER_MICRO;
            return new Point(
                    shareAbove, micros, micros, micros, result.verdict().isDoubtful(), true);
        }
    }

    /**
     * Values over message size, or over another number in which cells differ, with one line per transport.
     *
     * @param names the looks of lines
     */
    private record SweepCharts(SeriesNames names) {
        private static final String NOTE =
                "whiskers: 95 % interval; hollow: suspect; without a line: measured less than three times";

        /** The charts of the sweeps with enough values for lines. */
        List<RunChart<LineChart>> of(List<Sweep> sweeps) {
            return sweeps.stream()
                    .filter(Sweep::isLines)
                    .map(sweep -> new RunChart<>(sweep.stem(), sweep.cells(), chart(sweep), true))
                    .toList();
        }

        private LineChart chart(Sweep sweep) {
            PlottedCells cells = sweep.cells();
            Dimension axis = sweep.axis();
            Map<String, String> limits = cells.limits(axis);
            return new LineChart(
                    cells.question(),
                    sweep.title(),
                    NOTE,
                    new Axis(
                            cells.axisTitle(axis),
                            axis.unit().equals(Dimension.BYTES) ? Scale.BYTES : Scale.DECADES,
                            cells.numbers(axis)),
                    new Axis(sweep.value().axisTitle(), Scale.DECADES),
                    cells.bounds(sweep.value()),
                    cells.byName().entrySet().stream()
                            .map(line -> {
                                String limit = limits.getOrDefault(line.getKey(), "");
                                return series(line.getKey(), limit, line.getValue(), sweep.value(), axis);
                            })
                            .toList());
        }

        private Series series(String name, String limit, List<CellResult> cells, PlottedValue value, Dimension axis) {
            List<Point> points = new ArrayList<>();
            List<Spot> spots = new ArrayList<>();
            List<CellResult> ascending = cells.stream()
                    .filter(result -> axis.number(result.cell()).isPresent())
                    .sorted(Comparator.comparingDouble(result -> number(axis, result)))
                    .toList();
            for (CellResult result : ascending) {
                double x = number(axis, result);
                Point point = value.point(x, result).orElse(Point.gap(x));
                points.add(point);
                if (!point.isGap()) {
                    String place = "%s, %s %s\n".formatted(name, axis.text(result.cell()), axis.unit(result.cell()));
                    spots.add(new Spot(point, place + value.text(point) + (point.hollow() ? "\nsuspect" : "")));
                }
            }
            return new Series(
                    name, spots.isEmpty() ? value.lack(cells) : limit, names.look(cells.get(0)), points, spots);
        }

        private static double number(Dimension axis, CellResult result) {
            return axis.number(result.cell()).orElse(Double.NaN);
        }
    }

    /**
     * Values of cells, one row per cell: the most important value if no number varies, each value of a sweep with few values.
     *
     * @param names the looks of rows
     */
    private record RowCharts(SeriesNames names) {

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
                            step.words(sweep.axis()),
                            rows(step.all(), sweep.value(), mark(cells, sweep.value()), name)))
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

    /**
     * A value over message size, or over another number in which cells differ. If several numbers vary, the first is the axis, and
     * there is a sweep for each combination of the others.
     *
     * @param cells the cells
     * @param value the value
     * @param axis the number over which the value is shown
     * @param others the other varying numbers, in which these cells agree
     */
    private record Sweep(PlottedCells cells, PlottedValue value, Dimension axis, List<Dimension> others) {
        /** With fewer values of the number, lines would be two rows of dots on the frame of a plot. */
        private static final int MIN_OF_LINES = 3;

        /** The sweeps of these cells; empty if no number varies. */
        static List<Sweep> of(Collection<PlottedCells> sets) {
            List<Sweep> sweeps = new ArrayList<>();
            for (PlottedCells set : sets) {
                List<Dimension> varying = set.varyingNumbers();
                if (!varying.isEmpty()) {
                    List<Dimension> others = varying.subList(1, varying.size());
                    for (PlottedCells part : set.split(others)) {
                        set.figures()
                                .plots()
                                .forEach(figure ->
                                        sweeps.add(new Sweep(part, new PlottedValue(figure), varying.get(0), others)));
                    }
                }
            }
            return sweeps;
        }

        /** Whether there are enough values of the number for lines. */
        boolean isLines() {
            return steps().size() >= MIN_OF_LINES;
        }

        /** The cells of each value of the number, in the order of the plan. */
        Collection<PlottedCells> steps() {
            return cells.split(List.of(axis));
        }

        String stem() {
            Stream<String> words = Stream.of(cells.question(), value.stem()).distinct();
            return String.join("-", words.toList()) + "-over-" + axis.label() + cells.stem(others);
        }

        String title() {
            return "%s over %s%s".formatted(value.words(), cells.axisWords(axis), cells.qualifiers());
        }
    }

    /**
     * A chart of a run.
     *
     * @param <C> the kind of chart
     * @param stem the stem of its files' names
     * @param cells the cells that it shows
     * @param chart the chart
     * @param comparing whether it compares cells, or no chart of its kind does; only such charts get a file
     */
    public record RunChart<C extends Chart>(String stem, PlottedCells cells, C chart, boolean comparing) {}
}
