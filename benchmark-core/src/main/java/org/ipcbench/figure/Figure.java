package org.ipcbench.figure;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.text.Importance;

/**
 * Something that is known of a cell. {@link Figures} has them all.
 *
 * @param names what it is called
 * @param unit its unit
 * @param better which way is better
 * @param group what it is about
 * @param digits number of digits after the point in files; {@link #EXACT} for as many as the number has
 * @param importance how long it stays in a table that has to fit
 * @param measured its value in the cell, of a time in nanoseconds unless the unit is seconds
 */
public record Figure(
        Names names,
        Unit unit,
        Better better,
        Group group,
        int digits,
        Importance importance,
        Function<CellResult, Value> measured) {
    /** All digits of a number. */
    static final int EXACT = -1;

    private static final String SEPARATOR = ";";

    /**
     * What a figure is called; those that it is not shown with are empty.
     *
     * @param column in {@code output.csv}, {@code cells.json} and the page's list of all figures
     * @param key in names of files, and in files of services that track it
     * @param heading above a column of a table, with the unit
     * @param words in sentences and titles
     * @param axis at the axis of a chart, without the unit
     * @param remark what else has to be said where it stands alone
     */
    public record Names(String column, String key, String heading, String words, String axis, String remark) {
        static Names column(String column) {
            return new Names(column, "", "", "", "", "");
        }
    }

    public enum Unit {
        NONE("", 1),
        /** A number of events in an iteration, of which the mean may be a fraction. */
        COUNT("", 1),
        BYTES("bytes", 1),
        MEBIBYTES("MiB", 1),
        MEBIBYTES_PER_SECOND("MiB/s", 1),
        PER_SECOND("1/s", 1),
        PERCENT("%", 1),
        NANOS("ns", 1),
        MICROS("µs", 1e3),
        MILLIS("ms", 1e6),
        /** Of means over iterations that are computed in milliseconds. */
        MEAN_MILLIS("ms", 1),
        SECONDS("s", 1);

        private final String label;
        private final double size;

        /** @param size number of nanoseconds, of a time that is measured in nanoseconds */
        Unit(String label, double size) {
            this.label = label;
            this.size = size;
        }

        /** The unit in files and beside a number; empty for a number without one, a share and a text. */
        public String label() {
            return label;
        }
    }

    public enum Better {
        BIGGER,
        SMALLER,
        NEITHER
    }

    /** What figures are about: the page has a table for each. */
    public enum Group {
        LATENCY("Latencies"),
        CPU("CPU time and memory"),
        CLIENT("Client"),
        SERVER("Server"),
        MACHINE("Machine and distance"),
        RESULT("Rates, losses and verdict");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /** A figure of the usual importance. */
    Figure(Names names, Unit unit, Better better, Group group, int digits, Function<CellResult, Value> measured) {
        this(names, unit, better, group, digits, Importance.USUAL, measured);
    }

    static Figure ofCell(String column, Function<CellResult, Value> value) {
        return new Figure(Names.column(column), Unit.NONE, Better.NEITHER, Group.RESULT, EXACT, value);
    }

    /** A name or another text. */
    static Figure text(String column, Function<CellResult, String> value) {
        return ofCell(column, value.andThen(Value::of));
    }

    /** A figure that only cells with figures have. */
    static Figure of(String column, Unit unit, Group group, int digits, Function<Summary, Value> value) {
        return new Figure(
                Names.column(column),
                unit,
                Better.NEITHER,
                group,
                digits,
                result -> result.summary().map(value).orElse(Value.none()));
    }

    /** The mean of the iterations' values; none if an iteration has no value. */
    static Figure mean(
            String column, Unit unit, Group group, int digits, Function<Measurement, OptionalDouble> ofIteration) {
        return of(column, unit, group, digits, summary -> {
            double[] told = summary.iterations().stream()
                    .map(ofIteration)
                    .flatMapToDouble(OptionalDouble::stream)
                    .toArray();
            return told.length < summary.count() ? Value.none() : Value.of(mean(told));
        });
    }

    private static double mean(double... values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    static Figure count(String column, Function<Summary, Number> count) {
        return of(
                column,
                Unit.NONE,
                Group.RESULT,
                EXACT,
                summary -> Value.of(count.apply(summary).doubleValue()));
    }

    static Figure of(Dimension dimension) {
        return dimension.isNumeric()
                ? ofCell(dimension.csvColumn(), result -> Value.of(dimension.number(result.cell())))
                : text(dimension.csvColumn(), result -> dimension.text(result.cell()));
    }

    /** The same figure where it is drawn and tracked. */
    Figure named(String key, String heading, String words, String axis) {
        return named(new Names(names.column, key, heading, words, axis, names.remark));
    }

    /** The same figure with this heading. */
    public Figure headed(String heading) {
        return named(new Names(names.column, names.key, heading, names.words, names.axis, names.remark));
    }

    Figure remarking(String remark) {
        return named(new Names(names.column, names.key, names.heading, names.words, names.axis, remark));
    }

    private Figure named(Names others) {
        return new Figure(others, unit, better, group, digits, importance, measured);
    }

    Figure better(Better direction) {
        return new Figure(names, unit, direction, group, digits, importance, measured);
    }

    Figure important(Importance degree) {
        return new Figure(names, unit, better, group, digits, degree, measured);
    }

    /** The same time in another unit. */
    public Figure in(Unit other) {
        return new Figure(names, other, better, group, digits, importance, measured);
    }

    /** The number alone, even if the cell has two speeds. */
    Figure plain() {
        return onNumbers(Value.Quantity::plain);
    }

    Figure withoutInterval() {
        return onNumbers(Value.Quantity::withoutInterval);
    }

    private Figure onNumbers(Function<Value.Quantity, Value> part) {
        return new Figure(names, unit, better, group, digits, importance, result -> {
            Value value = measured.apply(result);
            return value instanceof Value.Quantity number ? part.apply(number) : value;
        });
    }

    /** The same figure of messages whose size says something; others have none. */
    Figure ofSizes() {
        return where(result -> result.cell().hasSizes());
    }

    /** The same figure of cells that have it. */
    Figure where(Predicate<CellResult> those) {
        return new Figure(
                names,
                unit,
                better,
                group,
                digits,
                importance,
                result -> those.test(result) ? measured.apply(result) : Value.none());
    }

    /** The lower end of the interval as a figure of its own. */
    Figure low(String column, int ownDigits) {
        return end(column, ownDigits, Interval::low);
    }

    Figure high(String column, int ownDigits) {
        return end(column, ownDigits, Interval::high);
    }

    private Figure end(String column, int ownDigits, ToDoubleFunction<Interval> end) {
        return new Figure(
                Names.column(column),
                unit,
                Better.NEITHER,
                group,
                ownDigits,
                importance,
                result -> measured.apply(result) instanceof Value.Quantity number
                        ? Value.of(number.certainty().stream().mapToDouble(end).findFirst())
                        : Value.none());
    }

    public String column() {
        return names.column;
    }

    /** The value in the figure's unit. */
    public Value of(CellResult result) {
        return inUnit(measured.apply(result));
    }

    /** A measured value in the figure's unit. */
    public Value inUnit(Value value) {
        return value.scaled(unit.size);
    }

    /** The value in the figure's unit if it is a number. */
    public Optional<Value.Quantity> number(CellResult result) {
        return of(result) instanceof Value.Quantity number ? Optional.of(number) : Optional.empty();
    }

    /** A number with the digits that it has in files. */
    public BigDecimal rounded(double number) {
        if (digits != EXACT) {
            return BigDecimal.valueOf(number).setScale(digits, RoundingMode.HALF_UP);
        }
        return number == Math.rint(number) ? BigDecimal.valueOf((long) number) : BigDecimal.valueOf(number);
    }

    /** A value in {@code output.csv}: numbers in plain notation with a dot in every locale. */
    public String text(Value value) {
        if (value instanceof Value.Quantity number) {
            return rounded(number.number()).toPlainString();
        }
        if (value instanceof Value.Several several) {
            return several.values().stream().map(this::text).collect(Collectors.joining(SEPARATOR));
        }
        return ((Value.Text) value).text();
    }
}
