package org.ipcbench.report.csv;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;

/**
 * A column of the CSV.
 *
 * @param name its name in the first line
 * @param value the value of a cell
 */
public record CsvColumn(String name, Function<CellResult, Value> value) {
    static final double NANOS_PER_MICRO = 1e3;
    static final double MICROS_PER_SECOND = 1e6;

    /** The cell has no such value. */
    public static final Value NONE = new Value.Text("");

    private static final int DIGITS = 6;

    /** A value of a cell, which other formats need as what it is. */
    public sealed interface Value {
        /** The value in the CSV. */
        String text();

        default boolean isNone() {
            return text().isEmpty();
        }

        /** A text as a value. */
        static Value of(String text) {
            return new Text(text);
        }

        /** A number as a value. */
        static Value of(long number) {
            return new Figure(BigDecimal.valueOf(number));
        }

        /** A name, a sentence or a time of day. */
        record Text(String text) implements Value {}

        /** A number, with the digits that it is shown with. */
        record Figure(BigDecimal number) implements Value {
            /** Plain notation with a dot in every locale. */
            @Override
            public String text() {
                return number.toPlainString();
            }
        }

        /** Several values, some of which may be missing. */
        record Several(List<Value> values) implements Value {
            private static final String SEPARATOR = ";";

            public Several {
                values = List.copyOf(values);
            }

            @Override
            public String text() {
                return values.stream().map(Value::text).collect(Collectors.joining(SEPARATOR));
            }
        }
    }

    static CsvColumn cell(String name, Function<CellResult, Value> value) {
        return new CsvColumn(name, value);
    }

    /** A column of names or other texts. */
    static CsvColumn text(String name, Function<CellResult, String> value) {
        return cell(name, value.andThen(Value::of));
    }

    static CsvColumn dimension(Dimension dimension) {
        return dimension.isNumeric()
                ? cell(dimension.csvColumn(), result -> numberIn(dimension, result.cell()))
                : text(dimension.csvColumn(), result -> dimension.text(result.cell()));
    }

    private static Value numberIn(Dimension dimension, Cell cell) {
        OptionalDouble number = dimension.number(cell);
        if (number.isEmpty()) {
            return NONE;
        }
        double value = number.getAsDouble();
        return value == Math.rint(value) ? Value.of((long) value) : new Value.Figure(BigDecimal.valueOf(value));
    }

    /** A column that is empty for cells without figures. */
    static CsvColumn figure(String name, Function<Summary, Value> value) {
        return cell(name, result -> result.summary().map(value).orElse(NONE));
    }

    /** A column of counts; empty for cells without figures. */
    static CsvColumn count(String name, ToLongFunction<Summary> value) {
        return figure(name, summary -> Value.of(value.applyAsLong(summary)));
    }

    static CsvColumn percentile(String name, double percentile) {
        return figure(name, summary -> decimal(summary.latencies().percentileNanos(percentile), NANOS_PER_MICRO));
    }

    /** A column that is empty if no latency was sampled. */
    static CsvColumn latency(String name, ToDoubleFunction<CellLatencies> nanos, double nanosPerUnit) {
        return figure(
                name,
                summary -> summary.latencies().count() == 0
                        ? NONE
                        : decimal(nanos.applyAsDouble(summary.latencies()) / nanosPerUnit, DIGITS));
    }

    /** An end of an interval in a larger unit; empty if there is none. */
    static CsvColumn interval(
            String name,
            Function<Summary, Optional<Interval>> interval,
            ToDoubleFunction<Interval> end,
            double perUnit) {
        return figure(
                name,
                summary -> interval.apply(summary)
                        .map(each -> decimal(end.applyAsDouble(each) / perUnit, 3))
                        .orElse(NONE));
    }

    /** The mean of the iterations; empty if an iteration has no value. */
    static CsvColumn mean(String name, Function<Measurement, OptionalDouble> iteration) {
        return figure(name, summary -> {
            double[] told = summary.iterations().stream()
                    .map(iteration)
                    .flatMapToDouble(OptionalDouble::stream)
                    .toArray();
            return told.length < summary.count() ? NONE : decimal(mean(told), DIGITS);
        });
    }

    private static double mean(double... values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** A figure in a larger unit, empty if there is none. */
    static Value decimal(OptionalDouble value, double perUnit) {
        return value.isPresent() ? decimal(value.getAsDouble() / perUnit, DIGITS) : NONE;
    }

    /** A figure with this number of digits after the point. */
    static Value decimal(double value, int digits) {
        return new Value.Figure(BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP));
    }
}
