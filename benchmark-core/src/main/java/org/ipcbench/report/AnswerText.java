package org.ipcbench.report;

import java.util.List;
import java.util.Locale;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.Measurement;
import org.ipcbench.plan.Cell;

/** The figures of a single measurement in a few lines, for somebody who asked for it a moment ago. */
public final class AnswerText {
    private final Phrases phrases;

    /** In this language where there is a translation, in English elsewhere. */
    public AnswerText(Locale wanted) {
        phrases = new Phrases(wanted);
    }

    /** The lines, each ended. */
    public String of(Cell cell, Measurement measurement) {
        Summary summary = Summary.of(List.of(measurement));
        StringBuilder lines = new StringBuilder();
        switch (summary.question()) {
            case LATENCY -> roundTrips(lines, cell, summary);
            case THROUGHPUT, BLOCK, TRANSFER -> messages(lines, cell, summary);
        }
        line(lines, "answer.cpu", summary.clientCpuSeconds(), summary.serverCpuSeconds());
        summary.auxiliaryCpuSeconds().ifPresent(seconds -> line(lines, "answer.auxiliaryCpu", seconds));
        summary.doubts().forEach(doubt -> line(lines, "answer.suspect", doubt));
        return lines.toString();
    }

    private void roundTrips(StringBuilder lines, Cell cell, Summary summary) {
        line(lines, "answer.roundTrips", summary.messages(), cell.sizeBytes(), duration(summary));
        summary.meanLatencyNanos().ifPresent(mean -> line(lines, "answer.mean", span(mean), span(mean / 2)));
        line(
                lines,
                "answer.percentiles",
                percentile(summary, 50),
                percentile(summary, 90),
                percentile(summary, 99),
                percentile(summary, 99.9),
                percentile(summary, 100));
        line(lines, "answer.roundTripRate", summary.messagesPerSecond());
        if (cell.transport().traits().lossy()) {
            success(lines, summary);
        }
    }

    private void messages(StringBuilder lines, Cell cell, Summary summary) {
        line(lines, "answer.messages", summary.messages(), cell.sizeBytes(), duration(summary));
        line(lines, "answer.rate", summary.mebibytesPerSecond(), summary.messagesPerSecond());
        success(lines, summary);
    }

    private void success(StringBuilder lines, Summary summary) {
        line(
                lines,
                "answer.success",
                summary.successRatePercent(),
                summary.losses().lost());
    }

    private String duration(Summary summary) {
        return span(summary.meanSeconds() * 1e9);
    }

    private String percentile(Summary summary, double percentile) {
        return span(summary.latencyPercentileNanos(percentile));
    }

    private String span(double nanos) {
        return new DurationText(nanos).in(phrases.locale());
    }

    private void line(StringBuilder lines, String key, Object... values) {
        lines.append(phrases.of(key, values)).append(System.lineSeparator());
    }
}
