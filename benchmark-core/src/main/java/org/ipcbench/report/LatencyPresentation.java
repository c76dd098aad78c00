package org.ipcbench.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.Cell;

/** Round trips. */
final class LatencyPresentation implements QuestionPresentation {
    private static final double NANOS_PER_MICRO = 1e3;

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
                        summary -> Optional.empty()));
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
                lines.millis(summary.latencyPercentileNanos(50)),
                lines.millis(summary.latencyPercentileNanos(90)),
                lines.millis(summary.latencyPercentileNanos(99)),
                lines.millis(summary.latencyPercentileNanos(99.9)),
                lines.millis(summary.latencyPercentileNanos(99.99)));
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
                lines.duration(summary.latencyPercentileNanos(50)),
                lines.duration(summary.latencyPercentileNanos(90)),
                lines.duration(summary.latencyPercentileNanos(99)),
                lines.duration(summary.latencyPercentileNanos(99.9)),
                lines.duration(summary.latencyPercentileNanos(100)));
        lines.add("answer.roundTripRate", summary.messagesPerSecond());
        if (cell.transport().traits().lossy()) {
            lines.add(
                    "answer.success",
                    summary.successRatePercent(),
                    summary.losses().lost());
        }
    }

    /** A coarse clock may tell zero, which has no place on a logarithmic axis. */
    private static OptionalDouble medianMicros(Summary summary) {
        return summary.latencies().count() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(1, summary.latencyPercentileNanos(50)) / NANOS_PER_MICRO);
    }
}
