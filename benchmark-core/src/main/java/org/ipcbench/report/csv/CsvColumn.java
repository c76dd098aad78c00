package org.ipcbench.report.csv;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;

/**
 * A column of the CSV.
 *
 * @param name its name in the first line
 * @param value the text of a cell
 */
public record CsvColumn(String name, Function<CellResult, String> value) {
    static final double NANOS_PER_MICRO = 1e3;
    static final double MICROS_PER_SECOND = 1e6;

    private static final int DIGITS = 6;

    static CsvColumn cell(String name, Function<CellResult, String> value) {
        return new CsvColumn(name, value);
    }

    static CsvColumn dimension(Dimension dimension) {
        return cell(dimension.csvColumn(), result -> dimension.text(result.cell()));
    }

    /** A column that is empty for cells without figures. */
    static CsvColumn figure(String name, Function<Summary, String> value) {
        return cell(name, result -> result.summary().map(value).orElse(""));
    }

    static CsvColumn percentile(String name, double percentile) {
        return figure(name, summary -> decimal(summary.latencies().percentileNanos(percentile), NANOS_PER_MICRO));
    }

    /** A column that is empty if no latency was sampled. */
    static CsvColumn latency(String name, ToDoubleFunction<CellLatencies> nanos, double nanosPerUnit) {
        return figure(
                name,
                summary -> summary.latencies().count() == 0
                        ? ""
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
                        .orElse(""));
    }

    /** The mean of the iterations; empty if an iteration has no value. */
    static CsvColumn mean(String name, Function<Measurement, OptionalDouble> iteration) {
        return figure(name, summary -> {
            double[] told = summary.iterations().stream()
                    .map(iteration)
                    .flatMapToDouble(OptionalDouble::stream)
                    .toArray();
            return told.length < summary.count() ? "" : decimal(mean(told), DIGITS);
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
    static String decimal(OptionalDouble value, double perUnit) {
        return value.isPresent() ? decimal(value.getAsDouble() / perUnit, DIGITS) : "";
    }

    /** Plain notation with a dot in every locale. */
    static String decimal(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }
}
