package org.ipcbench.report;

import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.Cell;

/** Round trips. */
final class LatencyPresentation implements QuestionPresentation {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final PlottedFigure MEDIAN =
            PlottedFigure.percentile("median", "median round trip", "median round trip (µs)", 50);
    private static final PlottedFigure TAIL =
            PlottedFigure.percentile("p99", "diamond: p99", "p99 of round trips (µs)", 99);
    private static final List<Double> ANSWERED = List.of(50.0, 90.0, 99.0, 99.9);
    private static final List<Double> TOLD = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    @Override
    public List<FigureColumn> columns(FigureFormat format) {
        return List.of(
                format.measuredPerSecond("round trips"),
                format.percentile("p50 round trip us", 50),
                format.percentile("p99 us", 99),
                format.percentile("p99.9 us", 99.9));
    }

    @Override
    public List<PlottedFigure> plots() {
        return List.of(
                PlottedFigure.meanTime("mean", "mean round trip", "mean round trip (µs)", NANOS_PER_MICRO), MEDIAN);
    }

    @Override
    public PlottedFigure barred() {
        return MEDIAN;
    }

    @Override
    public Optional<PlottedFigure> barMark() {
        return Optional.of(TAIL);
    }

    @Override
    public Optional<PlottedFigure> tail(int unitSizeBytes) {
        return Optional.of(TAIL);
    }

    @Override
    public Optional<String> plottedPercentiles() {
        return Optional.of("round trip");
    }

    @Override
    public String timed() {
        return "round trip";
    }

    @Override
    public String rateKey() {
        return "roundTrips";
    }

    @Override
    public void summarize(Summary summary, PhraseLines lines) {
        summary.meanLatencyNanos()
                .ifPresent(mean -> lines.add("roundTrip", lines.millis(mean), lines.millis(mean / 2)));
        String percentiles = lines.percentiles(summary, TOLD, lines::millis);
        if (!percentiles.isEmpty()) {
            lines.add("percentiles", percentiles);
        }
        lines.add("samples", summary.samples());
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
        String percentiles = lines.percentiles(summary, ANSWERED, lines::duration);
        String maximum = lines.duration(summary.latencies().maximumNanos());
        if (percentiles.isEmpty()) {
            lines.add("answer.maximum", maximum);
        } else {
            lines.add("answer.percentiles", percentiles, maximum);
        }
        lines.add("answer.roundTripRate", summary.messagesPerSecond());
        if (cell.transport().traits().lossy()) {
            lines.add(
                    "answer.success",
                    summary.successRatePercent(),
                    summary.losses().lost());
        }
    }
}
