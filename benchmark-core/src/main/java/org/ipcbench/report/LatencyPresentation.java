package org.ipcbench.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.ipcbench.analysis.Interval;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.Cell;

/** Round trips. */
final class LatencyPresentation implements QuestionPresentation {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MEDIAN = 50;

    @Override
    public List<FigureColumn> columns(FigureFormat format) {
        return List.of(
                format.perSecond("round trips"),
                new FigureColumn("mean us", summary -> format.micros(summary.meanLatencyNanos())),
                format.percentile("p50 us", 50),
                format.percentile("p99 us", 99),
                format.percentile("p99.9 us", 99.9));
    }

    @Override
    public double rank(Summary summary) {
        return summary.messagesPerSecond();
    }

    @Override
    public List<PlottedFigure> plots() {
        return List.of(
                PlottedFigure.meanTime("mean", "mean round trip", "mean round trip (µs)", NANOS_PER_MICRO),
                new PlottedFigure(
                        "median",
                        "median round trip",
                        "median round trip (µs)",
                        LatencyPresentation::medianMicros,
                        LatencyPresentation::medianInterval));
    }

    @Override
    public Optional<String> plottedPercentiles() {
        return Optional.of("round trip");
    }

    @Override
    public String rateKey() {
        return "roundTrips";
    }

    @Override
    public void summarize(Summary summary, PhraseLines lines) {
        summary.meanLatencyNanos()
                .ifPresent(mean -> lines.add("roundTrip", lines.millis(mean), lines.millis(mean / 2)));
        lines.add(
                "percentiles",
                orDash(summary.latencyPercentileNanos(50), lines::millis),
                orDash(summary.latencyPercentileNanos(90), lines::millis),
                orDash(summary.latencyPercentileNanos(99), lines::millis),
                orDash(summary.latencyPercentileNanos(99.9), lines::millis),
                orDash(summary.latencyPercentileNanos(99.99), lines::millis));
    }

    @Override
    public void answer(Cell cell, Summary summary, PhraseLines lines) {
        lines.add(
                "answer.roundTrips",
                summary.messages(),
                cell.unitSizeBytes(),
                lines.duration(summary.meanSeconds() * 1e9));
        summary.meanLatencyNanos()
                .ifPresent(mean -> lines.add("answer.mean", lines.duration(mean), lines.duration(mean / 2)));
        lines.add(
                "answer.percentiles",
                orDash(summary.latencyPercentileNanos(50), lines::duration),
                orDash(summary.latencyPercentileNanos(90), lines::duration),
                orDash(summary.latencyPercentileNanos(99), lines::duration),
                orDash(summary.latencyPercentileNanos(99.9), lines::duration),
                lines.duration(summary.latencies().maximumNanos()));
        lines.add("answer.roundTripRate", summary.messagesPerSecond());
        if (cell.transport().traits().lossy()) {
            lines.add(
                    "answer.success",
                    summary.successRatePercent(),
                    summary.losses().lost());
        }
    }

    /** A percentile that too few samples tell has no figure. */
    private static String orDash(OptionalDouble nanos, DoubleFunction<String> text) {
        return nanos.isPresent() ? text.apply(nanos.getAsDouble()) : "-";
    }

    private static OptionalDouble medianMicros(Summary summary) {
        OptionalDouble nanos = summary.latencyPercentileNanos(MEDIAN);
        return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / NANOS_PER_MICRO) : nanos;
    }

    private static Optional<Interval> medianInterval(Summary summary) {
        return summary.percentileInterval(MEDIAN)
                .map(interval -> new Interval(interval.low() / NANOS_PER_MICRO, interval.high() / NANOS_PER_MICRO));
    }
}
