package org.ipcbench.report.question;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.markup.Markup;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plot.Point;
import org.ipcbench.plot.Scale;

/**
 * A value of a cell that is plotted.
 *
 * @param stem its part of the names of files
 * @param words its part of the title
 * @param axisTitle the title of its axis, with the unit
 * @param barScale the scale of bars
 * @param value the value in that unit; empty if a cell has none
 * @param interval its 95 % interval in that unit; empty if there are too few iterations
 * @param bySpeed the values of both speeds in that unit, if a cell has two; otherwise fewer than two values
 * @param lack why a measured cell has no such figure
 */
public record PlottedValue(
        String stem,
        String words,
        String axisTitle,
        Scale barScale,
        Function<Summary, OptionalDouble> value,
        Function<Summary, Optional<Interval>> interval,
        Function<Summary, List<Double>> bySpeed,
        String lack) {
    static final String TOO_FEW_SAMPLES = "too few samples";

    static final PlottedValue THROUGHPUT = new PlottedValue(
            "throughput",
            "MiB/s",
            "throughput (MiB/s)",
            Scale.LINEAR,
            PlottedValue::throughput,
            Summary::throughputInterval,
            PlottedValue::throughputs,
            "nothing was sent");

    /** CPU time of both peers and of further processes. */
    static final PlottedValue CPU = new PlottedValue(
            "cpu",
            "CPU time",
            "CPU time of all processes for each message (ns)",
            Scale.DECADES,
            PlottedValue::cpuNanos,
            summary -> Optional.empty(),
            PlottedValue::undivided,
            "CPU time unknown");

    private static final double NANOS_PER_MICRO = 1e3;
    private static final int SHOWN_DIGITS = 3;

    /** The unit in parentheses in the axis's title. */
    public String unit() {
        return axisTitle.substring(axisTitle.lastIndexOf('(') + 1, axisTitle.lastIndexOf(')'));
    }

    /** The mean time of a message, round trip or block, in a unit of this many nanoseconds. */
    static PlottedValue meanTime(String stem, String words, String axisTitle, double nanosPerUnit) {
        return new PlottedValue(
                stem,
                words,
                axisTitle,
                Scale.DECADES,
                summary -> scaled(summary.meanLatencyNanos(), nanosPerUnit),
                summary -> summary.meanLatencyInterval().map(interval -> scaled(interval, nanosPerUnit)),
                PlottedValue::undivided,
                TOO_FEW_SAMPLES);
    }

    /** A percentile of the sampled latencies, in microseconds. */
    static PlottedValue percentile(String stem, String words, String axisTitle, double percentile) {
        return new PlottedValue(
                stem,
                words,
                axisTitle,
                Scale.DECADES,
                summary -> scaled(summary.latencies().percentileNanos(percentile), NANOS_PER_MICRO),
                summary -> summary.latencies().certainty(percentile).map(interval -> scaled(interval, NANOS_PER_MICRO)),
                summary -> summary.percentilesNanosBySpeed(percentile).stream()
                        .map(nanos -> nanos / NANOS_PER_MICRO)
                        .toList(),
                TOO_FEW_SAMPLES);
    }

    /**
     * The figure of a cell at this value of the horizontal axis: hollow if it is suspect, and not joined by a line if it
     * was not repeated. Empty for a cell without any figure.
     */
    public Optional<Point> point(double x, CellResult result) {
        return result.summary()
                .filter(summary -> value.apply(summary).isPresent())
                .map(summary -> point(x, value.apply(summary).getAsDouble(), interval.apply(summary), result));
    }

    /** The figures of a cell: both if it has two speeds, between which no message may lie; otherwise one, or none. */
    public List<Point> points(CellResult result) {
        List<Point> middle = point(0, result).stream().toList();
        List<Double> both =
                middle.isEmpty() ? List.of() : result.summary().map(bySpeed).orElse(List.of());
        return both.size() < 2
                ? middle
                : both.stream()
                        .map(value -> point(0, value, Optional.empty(), result))
                        .toList();
    }

    /** The greatest rate first, or the shortest time; cells without a value last. */
    public Comparator<CellResult> bestFirst() {
        int sign = barScale.hasZero() ? -1 : 1;
        return Comparator.comparingDouble(
                result -> point(0, result).map(point -> sign * point.y()).orElse(Double.NaN));
    }

    /** A legend's remark about cells that have no such figure. */
    public String lack(List<CellResult> cells) {
        return lack(cells, lack);
    }

    /**
     * A legend's remark about cells without figures of a kind.
     *
     * @param ofMeasured why cells that were measured have none
     */
    public static String lack(List<CellResult> cells, String ofMeasured) {
        List<Summary> summaries =
                cells.stream().flatMap(result -> result.summary().stream()).toList();
        if (summaries.isEmpty()) {
            List<CellStatus> states =
                    cells.stream().map(CellResult::status).distinct().toList();
            CellStatus state = states.size() == 1 ? states.get(0) : CellStatus.NOT_MEASURED;
            return " (%s)".formatted(state.label().replace('-', ' '));
        }
        return summaries.stream().anyMatch(Summary::isReached) ? " (%s)".formatted(ofMeasured) : " (rate not reached)";
    }

    /** A value in words, with its interval. */
    public String text(Point point) {
        return text(words, point, unit());
    }

    /** A value with its interval, after these words. */
    public static String text(String words, Point point, String unit) {
        String value = "%s: %s %s".formatted(words, exact(point.y()), unit);
        return point.hasInterval()
                ? "%s\n95 %% interval: %s to %s".formatted(value, exact(point.low()), exact(point.high()))
                : value;
    }

    /** A value in few digits, for a reader who compares. */
    public static String rounded(double value) {
        int whole = value < 1 ? 1 : (int) Math.floor(Math.log10(value)) + 1;
        return Markup.number(value, Math.max(0, SHOWN_DIGITS - whole));
    }

    /** A figure with six digits; the table of all figures shows at least these for large figures. */
    private static String exact(double value) {
        int whole = value < 1 ? 1 : (int) Math.floor(Math.log10(value)) + 1;
        return Markup.number(value, Math.max(0, 6 - whole));
    }

    private static Point point(double x, double y, Optional<Interval> interval, CellResult result) {
        boolean repeated =
                result.verdict().reasons().stream().noneMatch(reason -> reason.kind() == Reason.Kind.NOT_REPEATED);
        return new Point(
                x,
                y,
                interval.map(Interval::low).orElse(y),
                interval.map(Interval::high).orElse(y),
                result.verdict().isDoubtful(),
                repeated);
    }

    /** The interval of a mean time in a unit of this many nanoseconds. */
    private static Interval scaled(Interval nanos, double nanosPerUnit) {
        return new Interval(nanos.low() / nanosPerUnit, nanos.high() / nanosPerUnit);
    }

    /** The throughput; empty for an empty file, because zero has no place on a logarithmic axis. */
    private static OptionalDouble throughput(Summary summary) {
        double rate = summary.mebibytesPerSecond();
        return rate == 0 ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }

    /** The CPU time of a message; empty if none was counted, because zero has no place on a logarithmic axis. */
    private static OptionalDouble cpuNanos(Summary summary) {
        double nanos = summary.cpu().nanosPerMessage();
        return nanos > 0 ? OptionalDouble.of(nanos) : OptionalDouble.empty();
    }

    /** The throughput of the slow iterations and of the fast ones; empty for one speed. */
    private static List<Double> throughputs(Summary summary) {
        double mebibytes = summary.mebibytesPerSecond() / summary.messagesPerSecond();
        return summary.twoSpeeds()
                .map(speeds -> Stream.of(speeds.slow(), speeds.fast())
                        .map(speed -> speed.messagesPerSecond() * mebibytes)
                        .toList())
                .orElse(List.of());
    }

    /** A value that is not divided by speed. */
    static List<Double> undivided(Summary unused) {
        return List.of();
    }

    private static OptionalDouble scaled(OptionalDouble nanos, double nanosPerUnit) {
        return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / nanosPerUnit) : OptionalDouble.empty();
    }
}
