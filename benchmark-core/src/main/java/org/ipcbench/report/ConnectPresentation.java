package org.ipcbench.report;

import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.Summary;

/** Connections that come and go. */
final class ConnectPresentation implements QuestionPresentation {
    private static final PlottedFigure MEDIAN = PlottedFigure.percentile(
            "median", "median time to the first answer", "median time to the first answer (µs)", 50);
    private static final PlottedFigure TAIL =
            PlottedFigure.percentile("p99", "diamond: p99", "p99 of times to the first answer (µs)", 99);
    private static final List<Double> TOLD = List.of(50.0, 90.0, 99.0, 99.9);

    @Override
    public List<FigureColumn> columns(FigureFormat format) {
        return List.of(
                format.measuredPerSecond("connections"),
                format.percentile("p50 first answer us", 50),
                format.percentile("p99 us", 99),
                format.percentile("p99.9 us", 99.9));
    }

    @Override
    public List<PlottedFigure> plots() {
        return List.of(MEDIAN);
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
        return Optional.of("time to the first answer");
    }

    @Override
    public String timed() {
        return "connection";
    }

    @Override
    public String rateKey() {
        return "connections";
    }

    @Override
    public void summarize(Summary summary, PhraseLines lines) {
        String percentiles = lines.percentiles(summary, TOLD, lines::millis);
        if (!percentiles.isEmpty()) {
            lines.add("firstAnswer", percentiles);
        }
        lines.add("samples", summary.samples());
    }
}
