package org.ipcbench.report.words;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.analysis.summary.TwoSpeeds;

/**
 * The format of figures in tables.
 *
 * @param locale the format of decimals
 */
public record FigureFormat(Locale locale) {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final long PERCENT = 100;

    /** Stands behind a percentile that the machine's stalls explain. */
    public static final String MACHINE = "*";

    /** Below this, a tenth of a microsecond would be too coarse to distinguish rings. */
    private static final double FINE_MICROS = 10;

    private static final double FINE_NANOS = FINE_MICROS * NANOS_PER_MICRO;

    /** From here on, a figure with an interval has no decimals. */
    private static final double COARSE_NANOS = 10 * FINE_NANOS;

    /** Beyond this, an interval is not around its percentile. */
    private static final double MAX_FACTOR = 2;

    /** Largest detectable difference to show as a number; if only larger ones are detectable, the figures say nothing. */
    private static final double TENFOLD = 9;

    /** Below this, a tenth of a MiB/s would be too coarse to distinguish small messages. */
    private static final double FEW_MEBIBYTES = 10;

    /** Throughput with its interval. */
    public FigureColumn mebibytesPerSecond() {
        return withInterval(
                "MiB/s",
                summary -> summary.mebibytesPerSecond() < FEW_MEBIBYTES ? "%.3f" : "%.1f",
                Summary::mebibytesPerSecond,
                Summary::throughputInterval,
                FigureFormat::mebibytes);
    }

    /** Rate with its interval. */
    public FigureColumn measuredPerSecond(String things) {
        return withInterval(
                things + "/s",
                unused -> "%.0f",
                Summary::messagesPerSecond,
                Summary::rateInterval,
                (unused, rate) -> rate);
    }

    /** Seconds per file, with their interval. */
    public FigureColumn secondsPerFile() {
        return withInterval(
                "s/file",
                unused -> "%.6f",
                Summary::meanSeconds,
                Summary::secondsInterval,
                (each, rate) -> each.meanSeconds() * each.messagesPerSecond() / rate);
    }

    public FigureColumn perSecond(String things) {
        return FigureColumn.ofMeans(things + "/s", summary -> decimal("%.0f", summary.messagesPerSecond()));
    }

    /**
     * A percentile of the sampled latencies, in microseconds; for a cell with two speeds, of each of them. Empty if too few
     * were sampled; marked if the machine's stalls explain it.
     */
    public FigureColumn percentile(String header, double percentile) {
        return new FigureColumn(
                header,
                summary -> summary.percentilesNanosBySpeed(percentile).stream()
                        .map(nanos -> micros(OptionalDouble.of(nanos)) + mark(summary, percentile, nanos))
                        .collect(Collectors.joining(" / ")));
    }

    /**
     * The median or the 99th percentile like {@link #percentile}, with its interval: half of its width, or both ends if the upper
     * end is more than twice the lower one.
     */
    public FigureColumn percentileWithInterval(String header, double percentile) {
        FigureColumn alone = percentile(header, percentile);
        return new FigureColumn(header, summary -> {
            CellLatencies latencies = summary.latencies();
            return latencies.certainty(percentile).isPresent()
                    ? withInterval(latencies, percentile, nanos -> mark(summary, percentile, nanos))
                    : alone.value().apply(summary);
        });
    }

    /** The same of some of a cell's latencies, unmarked; empty if too few were sampled. */
    public String percentileWithInterval(CellLatencies latencies, double percentile) {
        return latencies.certainty(percentile).isPresent()
                ? withInterval(latencies, percentile, unused -> "")
                : micros(latencies.percentileNanos(percentile));
    }

    /** @param mark the mark behind a percentile of so many nanoseconds */
    private String withInterval(CellLatencies latencies, double percentile, DoubleFunction<String> mark) {
        double nanos = latencies.percentileNanos(percentile).orElseThrow();
        return certain(nanos, mark.apply(nanos), latencies.certainty(percentile).orElseThrow());
    }

    private static String mark(Summary summary, double percentile, double nanos) {
        return summary.stallEffect().explains(percentile, nanos) ? MACHINE : "";
    }

    private String certain(double nanos, String mark, Interval interval) {
        String digits = nanos < FINE_NANOS ? "%.2f" : nanos < COARSE_NANOS ? "%.1f" : "%.0f";
        String value = decimal(digits, nanos / NANOS_PER_MICRO) + mark;
        return interval.high() > MAX_FACTOR * interval.low()
                ? "%s (%s-%s)".formatted(value, end(interval.low()), end(interval.high()))
                : value + plusMinus(digits, (interval.high() - interval.low()) / 2 / NANOS_PER_MICRO);
    }

    private String end(double nanos) {
        return decimal(nanos < FINE_NANOS ? "%.1f" : "%.0f", nanos / NANOS_PER_MICRO);
    }

    /** CPU time of all processes for each message, in nanoseconds. */
    public FigureColumn cpuNanosPerMessage() {
        return new FigureColumn(
                "CPU ns", summary -> decimal("%.0f", summary.cpu().nanosPerMessage()));
    }

    /**
     * The ratio of another cell's speed, with half the width of its interval, or with the ends of the interval if it is
     * wide.
     */
    public String times(Comparison comparison) {
        return times(comparison, "%.2f");
    }

    /** The ratio in a form in which differences of a percent are visible. */
    public String ratio(Comparison comparison) {
        return times(comparison, "%.3f");
    }

    private String times(Comparison comparison, String digits) {
        double ratio = comparison.ratio();
        return comparison
                .interval()
                .filter(interval -> interval.high() - interval.low() > 2 * ratio)
                .map(wide -> decimal(digits, wide.low()) + " to " + decimal(digits, wide.high()))
                .orElseGet(() -> decimal(digits, ratio)
                        + comparison
                                .interval()
                                .map(each -> plusMinus(digits, (each.high() - each.low()) / 2))
                                .orElse(""));
    }

    /** How many microseconds longer a message takes, with half the width of the interval. */
    public String microsLonger(TimeDifference difference) {
        double micros = MICROS_PER_SECOND * difference.seconds();
        String digits = Math.abs(micros) < FINE_MICROS ? "%.2f" : "%.1f";
        return decimal(digits.replace("%", "%+"), micros)
                + difference
                        .interval()
                        .map(each -> plusMinus(digits, MICROS_PER_SECOND * (each.high() - each.low()) / 2))
                        .orElse("");
    }

    /** The smallest difference that most comparisons would detect, given as a share. */
    public String detectable(double share) {
        return detectable(share, decimal("%.1f %%", PERCENT * share));
    }

    /**
     * The smallest difference that most comparisons would detect.
     *
     * @param share the difference as a share
     * @param words the same in words
     */
    public String detectable(double share, String words) {
        return isBeyondTenfold(share) ? "> tenfold" : words;
    }

    /** Whether a detectable difference is too large to show as a number. */
    public static boolean isBeyondTenfold(double share) {
        return share > TENFOLD;
    }

    public String millis(OptionalDouble nanos) {
        return nanos.isPresent() ? decimal("%.3f", nanos.getAsDouble() / NANOS_PER_MILLI) : "";
    }

    public String micros(OptionalDouble nanos) {
        if (nanos.isEmpty()) {
            return "";
        }
        double micros = nanos.getAsDouble() / NANOS_PER_MICRO;
        return decimal(micros < FINE_MICROS ? "%.2f" : "%.1f", micros);
    }

    /** A percentile in microseconds, with its interval like {@link #percentileWithInterval}. */
    public String micros(OptionalDouble nanos, Optional<Interval> interval) {
        return interval.map(each -> certain(nanos.orElseThrow(), "", each)).orElseGet(() -> micros(nanos));
    }

    public String decimal(String format, double value) {
        return String.format(locale, format, value);
    }

    /** The throughput at this rate, in MiB per second. */
    private static double mebibytes(Summary summary, double messagesPerSecond) {
        return messagesPerSecond * summary.mebibytesPerSecond() / summary.messagesPerSecond();
    }

    /** A figure that follows from a rate of messages. */
    private interface OfRate {
        double figure(Summary summary, double messagesPerSecond);
    }

    /** The figure with half the width of its interval; if there are two speeds, both with their shares. */
    private FigureColumn withInterval(
            String header,
            Function<Summary, String> format,
            ToDoubleFunction<Summary> figure,
            Function<Summary, Optional<Interval>> interval,
            OfRate ofRate) {
        return new FigureColumn(
                header,
                summary -> summary.twoSpeeds()
                        .map(speeds -> speeds(summary, format.apply(summary), ofRate, speeds))
                        .orElseGet(() ->
                                mean(format.apply(summary), figure.applyAsDouble(summary), interval.apply(summary))),
                summary -> summary.twoSpeeds().isPresent()
                        ? ""
                        : decimal(format.apply(summary), figure.applyAsDouble(summary)));
    }

    private String speeds(Summary summary, String format, OfRate ofRate, TwoSpeeds speeds) {
        long slowPercent = Math.round(PERCENT * speeds.slow().share()); // the two have to add up
        return speed(summary, format, ofRate, speeds.slow(), slowPercent) + " / "
                + speed(summary, format, ofRate, speeds.fast(), PERCENT - slowPercent);
    }

    /** The mean with the upper half of the interval, because the lower half ends at zero. */
    private String mean(String format, double value, Optional<Interval> interval) {
        return decimal(format, value)
                + interval.map(each -> plusMinus(format, each.high() - value)).orElse("");
    }

    private String speed(Summary summary, String format, OfRate ofRate, TwoSpeeds.Speed speed, long percent) {
        return "%s (%d %%)".formatted(decimal(format, ofRate.figure(summary, speed.messagesPerSecond())), percent);
    }

    private String plusMinus(String format, double width) {
        return " ± " + decimal(format, width);
    }
}
