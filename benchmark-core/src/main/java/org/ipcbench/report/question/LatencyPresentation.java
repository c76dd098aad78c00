package org.ipcbench.report.question;

import java.util.List;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.report.words.PhraseLines;
import org.ipcbench.workload.shape.Shape;

/** Round trips. */
final class LatencyPresentation extends ExchangePresentation {
    private static final double NANOS_PER_MICRO = 1e3;

    LatencyPresentation() {
        super("round trip", "round trip", "round trips");
    }

    @Override
    public String asked() {
        return "One message at a time, each answered by one, of the same size unless another is given. A round trip is the time from claiming the"
                + " request to the arrival of the answer.";
    }

    @Override
    public List<PlottedValue> plots() {
        return List.of(
                PlottedValue.meanTime("mean", "mean round trip", "mean round trip (µs)", NANOS_PER_MICRO), barred());
    }

    @Override
    public String rateKey() {
        return "roundTrips";
    }

    @Override
    public void summarize(Cell cell, Summary summary, PhraseLines lines) {
        boolean symmetric = cell.workload().shape().filter(Shape::isSymmetric).isPresent();
        summary.meanLatencyNanos().ifPresent(mean -> {
            if (symmetric) {
                lines.add("roundTrip", lines.millis(mean), lines.millis(mean / 2));
            } else {
                lines.add("call", lines.millis(mean));
            }
        });
        lines.addPercentiles("percentiles", summary, SHOWN);
        lines.add("samples", summary.latencies().count());
        summary.workNanos().ifPresent(nanos -> lines.add("work", lines.millis(nanos)));
    }

    @Override
    public void answer(Cell cell, Summary summary, PhraseLines lines) {
        lines.add(
                "answer.roundTrips",
                summary.messages(),
                cell.requestBytes(),
                lines.duration(summary.meanSeconds() * 1e9));
        summary.meanLatencyNanos()
                .ifPresent(mean -> lines.add("answer.mean", lines.duration(mean), lines.duration(mean / 2)));
        String percentiles = lines.percentiles(summary, SHOWN_BRIEFLY, lines::duration);
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
