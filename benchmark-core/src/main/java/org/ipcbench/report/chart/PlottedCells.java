package org.ipcbench.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.figure.LoadKnee;
import org.ipcbench.figure.QuestionFigures;
import org.ipcbench.figure.SpinEffect;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plot.Chart.Limit;
import org.ipcbench.plot.Scale;
import org.ipcbench.text.Markup;
import org.ipcbench.transport.WaitStrategy;

/**
 * Cells of one question and one way of waiting, for charts. Spinning and blocking transports are plotted separately.
 *
 * @param all the cells in the order of the plan; at least one
 * @param dimensions the dimensions that distinguish cells
 * @param bound the bound of the latencies that the run is about; empty if there is none
 */
public record PlottedCells(List<CellResult> all, List<Dimension> dimensions, Optional<LatencyBound> bound) {
    private static final double NANOS_PER_MICRO = 1e3;

    /** The value that a bound is about, by its part of the names of files. */
    private static final String BOUNDED = "p99";

    public PlottedCells {
        all = List.copyOf(all);
    }

    /** The cells of a run, one set for each question and way of waiting. */
    public static Collection<PlottedCells> of(RunResult run) {
        return new PlottedCells(run.cells(), run.dimensions(), run.bound())
                .split(cell -> List.of(Dimension.QUESTION.of(cell), waits(cell)));
    }

    /** One set for each combination of values of these dimensions. */
    public Collection<PlottedCells> split(List<Dimension> by) {
        return split(cell -> by.stream().map(each -> (Object) each.of(cell)).toList());
    }

    /**
     * Whether this part of a split compares something: it has several cells, or no part has several. Rates that a search
     * has found for only one transport compare nothing.
     */
    boolean isComparisonAmong(Collection<PlottedCells> parts) {
        return all.size() > 1 || parts.stream().allMatch(part -> part.all.size() == 1);
    }

    private Collection<PlottedCells> split(Function<Cell, List<Object>> key) {
        Map<List<Object>, List<CellResult>> parts = new LinkedHashMap<>();
        for (CellResult result : all) {
            parts.computeIfAbsent(key.apply(result.cell()), unused -> new ArrayList<>())
                    .add(result);
        }
        return parts.values().stream()
                .map(part -> new PlottedCells(part, dimensions, bound))
                .toList();
    }

    /** The question's name in files. */
    public String question() {
        return cell().workloadName();
    }

    public QuestionFigures figures() {
        return QuestionFigures.of(cell().workload().question());
    }

    /** The numeric dimensions in which these cells differ: the axis of a plot, or several plots. */
    public List<Dimension> varyingNumbers() {
        return dimensions.stream()
                .filter(dimension -> dimension.isNumeric() && varies(dimension))
                .sorted(Comparator.comparing(
                        dimension -> !dimension.equals(Dimension.RATE))) // rates first: they characterize a load
                .toList();
    }

    /** The values of a numeric dimension. */
    public List<Double> numbers(Dimension dimension) {
        return all.stream()
                .flatMapToDouble(result -> dimension.number(result.cell()).stream())
                .boxed()
                .toList();
    }

    /**
     * The part of a file's name for the values of these dimensions and the way of waiting, which these cells have in
     * common.
     */
    String stem(List<Dimension> common) {
        return common.stream()
                        .map(dimension -> "-%s-%s".formatted(dimension.label(), label(dimension)))
                        .collect(Collectors.joining())
                + (isBlocking() ? "" : "-" + cell().waitStrategy());
    }

    /** The text after a title: the common properties of these cells that a reader must know. */
    public String qualifiers() {
        return dimensions.stream()
                .filter(dimension -> !dimension.equals(Dimension.TRANSPORT) && !dimension.equals(Dimension.QUESTION))
                .filter(dimension -> dimension.of(cell()).isPresent() && !varies(dimension))
                .map(dimension -> ", " + words(dimension))
                .collect(Collectors.joining("", isBlocking() ? "" : ", waiting: " + cell().waitStrategy(), ""));
    }

    /** The title of an axis of this dimension, without the unit. */
    public String axisWords(Dimension dimension) {
        return thing(dimension) + (dimension.unit().equals(Dimension.BYTES) ? " size" : "");
    }

    /** The title of an axis of this dimension. */
    public String axisTitle(Dimension dimension) {
        return isCount(dimension)
                ? dimension.unit()
                : "%s (%s)".formatted(axisWords(dimension), dimension.unit(cell()));
    }

    /** The number itself, in the singular: a size, a rate, a number of clients. */
    String numberWords(Dimension dimension) {
        return isCount(dimension) ? "number of " + dimension.unit() : dimension.label();
    }

    /** Whether the dimension is a number of things, which need no unit besides their name. */
    private static boolean isCount(Dimension dimension) {
        return dimension.unit().equals(dimension.label());
    }

    /** The cells of each line: one line for each transport and each combination of other names. */
    Map<String, List<CellResult>> byName() {
        List<Dimension> naming = naming();
        Map<String, List<CellResult>> lines = new LinkedHashMap<>();
        for (CellResult result : all) {
            lines.computeIfAbsent(name(result, naming), unused -> new ArrayList<>())
                    .add(result);
        }
        return lines;
    }

    /**
     * The knee or the capacity of each line over the rates of a load, or up to which gap between messages its spin lowers the
     * median, by the name of the line; empty for other axes.
     */
    Map<String, String> limits(Dimension axis) {
        Map<String, String> limits = new HashMap<>();
        if (axis.equals(Dimension.RATE)) {
            RunResult run = new RunResult(all, false, dimensions, bound);
            LoadKnee.of(run)
                    .forEach(knee -> limits.put(
                            name(knee.knee()),
                            ", %s %s%s"
                                    .formatted(
                                            bound.isPresent() ? "capacity" : "knee",
                                            knee.isLimit() ? "" : "≥ ",
                                            knee.isLimit()
                                                    ? knee.rounded()
                                                    : axis.text(knee.knee().cell()))));
            SpinEffect.of(run).stream()
                    .flatMap(set -> set.stream().collect(Collectors.groupingBy(SpinEffect::spin)).values().stream())
                    .flatMap(ofOneSpin -> SpinEffect.limit(ofOneSpin).stream())
                    .forEach(limit -> limits.merge(
                            name(limit.spinning()),
                            ", pays up to gaps of %s µs"
                                    .formatted(Markup.number(limit.gapNanos() / NANOS_PER_MICRO, 0)),
                            String::concat));
        }
        return limits;
    }

    /** The bound of the 99th percentile, in microseconds; empty if the run has none. */
    List<Limit> bounds() {
        return bound.stream()
                .map(each -> each.nanos() / NANOS_PER_MICRO)
                .map(micros -> new Limit(micros, "the limit of p99, %s µs".formatted(Markup.number(micros))))
                .toList();
    }

    /** The same, for the axis of a value: empty unless the value is what the bound is about. */
    List<Limit> bounds(PlottedValue value) {
        return value.stem().equals(BOUNDED) ? bounds() : List.of();
    }

    /** The transport, with the other names that distinguish these cells. */
    public String name(CellResult result) {
        return name(result, naming());
    }

    /** The dimensions of names that distinguish these cells; reads every cell to find them. */
    private List<Dimension> naming() {
        return dimensions.stream()
                .filter(dimension -> !dimension.isNumeric())
                .filter(dimension -> dimension.equals(Dimension.TRANSPORT) || varies(dimension))
                .toList();
    }

    private static String name(CellResult result, List<Dimension> naming) {
        return naming.stream()
                .filter(dimension -> dimension.of(result.cell()).isPresent())
                .map(dimension -> dimension.named(result.cell()))
                .collect(Collectors.joining(", "));
    }

    private boolean varies(Dimension dimension) {
        return dimension.varies(all.stream().map(CellResult::cell).toList());
    }

    private static WaitStrategy waits(Cell cell) {
        return cell.transport().traits().waitStrategy();
    }

    /** Whether there is no transport, and so nothing to compare with. */
    public boolean isInOneProcess() {
        return waits(cell()) == WaitStrategy.NONE;
    }

    private boolean isBlocking() {
        return waits(cell()) == WaitStrategy.BLOCKING;
    }

    /** Any of the cells, for their common properties. */
    private Cell cell() {
        return all.get(0).cell();
    }

    /** The value that these cells have in common, in words. */
    String words(Dimension dimension) {
        if (isCount(dimension)) {
            String unit = dimension.unit();
            return label(dimension).equals("1")
                    ? "1 " + unit.substring(0, unit.length() - 1)
                    : "%s %s".formatted(label(dimension), unit);
        }
        if (!dimension.isNumeric() || dimension.number(cell()).isEmpty()) {
            return "%s %s".formatted(dimension.label(), label(dimension));
        }
        String things = thing(dimension) + (dimension.equals(Dimension.SIZE) ? "s" : "");
        return "%s of %s %s".formatted(things, label(dimension), dimension.unit(cell()));
    }

    /** The thing that the number describes: a message or block for its size, otherwise the dimension's name. */
    private String thing(Dimension dimension) {
        return dimension.equals(Dimension.SIZE) ? figures().words().thing() : dimension.label();
    }

    private String label(Dimension dimension) {
        return dimension
                .of(cell())
                .map(value -> dimension.unit().equals(Dimension.BYTES)
                        ? Scale.bytes(((Number) value).longValue())
                        : String.valueOf(value))
                .orElseGet(() -> dimension.text(cell()).isEmpty() ? "default" : dimension.text(cell()));
    }
}
