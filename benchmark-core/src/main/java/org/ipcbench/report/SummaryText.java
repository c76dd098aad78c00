package org.ipcbench.report;

import java.util.Locale;
import java.util.MissingResourceException;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.Verdict;
import org.ipcbench.measure.Losses;
import org.ipcbench.measure.Question;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.CellStatus;
import org.ipcbench.plan.RunResult;

/** The text of the cells: seven lines and some more for each, in the user's language; a reason instead of figures where there are none. */
public final class SummaryText {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Phrases phrases;

    /** Texts in this language where there is a translation, in English elsewhere. */
    public SummaryText(Locale wanted) {
        phrases = new Phrases(wanted);
    }

    /** The language the texts are in, and the way they write decimals. */
    public Locale locale() {
        return phrases.locale();
    }

    /**
     * The lines of every cell, each ended, with an empty one after each cell. What lacks its placement has none: that is
     * a matter of the placement, which is the same for all transports and sizes.
     */
    public String of(RunResult run) {
        CellNames names = CellNames.of(run);
        return run.cells().stream()
                .filter(result -> !result.cell().lacksItsPlacement())
                .map(result -> of(result, names) + System.lineSeparator())
                .collect(Collectors.joining());
    }

    private String of(CellResult result, CellNames names) {
        Cell cell = result.cell();
        StringBuilder lines = new StringBuilder();
        line(lines, "transport", cell.transportName() + suffix(cell, names));
        result.summary()
                .ifPresentOrElse(
                        summary -> figures(lines, result, summary),
                        () -> line(
                                lines,
                                "noFigures",
                                cell.sizeBytes(),
                                status(result.status()),
                                reasons(result.verdict())));
        return lines.toString();
    }

    private void figures(StringBuilder lines, CellResult result, Summary summary) {
        Cell cell = result.cell();
        line(lines, "packet", cell.sizeBytes(), result.plannedIterations(), summary.meanMebibytes());
        line(lines, "duration", summary.meanSeconds());
        line(lines, rateKey(summary.question()), summary.messagesPerSecond());
        line(lines, "throughput", summary.mebibytesPerSecond());
        boolean sampled = summary.latencies().count() > 0;
        line(lines, "minimumLatency", sampled ? millis(summary.meanMinimumLatencyNanos()) : noLatency(summary));
        line(lines, "maximumLatency", sampled ? millis(summary.meanMaximumLatencyNanos()) : noLatency(summary));
        if (cell.transport().traits().lossy()) {
            losses(lines, summary);
        }
        switch (summary.question()) {
            case THROUGHPUT -> {
                // the seven lines say it all
            }
            case LATENCY -> roundTrips(lines, summary);
            case BLOCK -> line(lines, "block", millis(summary.meanLatencyNanos().orElseThrow()));
            case TRANSFER ->
                line(lines, "file", summary.meanSeconds(), summary.shortestSeconds(), summary.longestSeconds());
        }
        if (cell.messageBytes() < cell.sizeBytes()) {
            line(lines, "pieces", cell.messageBytes());
        }
        summary.throughputInterval()
                .ifPresent(interval -> line(
                        lines,
                        "iterations",
                        summary.mebibytesPerSecond(),
                        summary.medianMebibytesPerSecond(),
                        summary.deviationMebibytesPerSecond().orElseThrow(),
                        interval.low(),
                        interval.high()));
    }

    private String suffix(Cell cell, CellNames names) {
        return names.buffer(cell)
                        .map(bytes -> phrases.of("transport.buffer", bytes))
                        .orElse("")
                + names.placement(cell)
                        .map(name -> phrases.of("transport.placement", name))
                        .orElse("");
    }

    private static String rateKey(Question kind) {
        return switch (kind) {
            case THROUGHPUT, TRANSFER -> "messages";
            case LATENCY -> "roundTrips";
            case BLOCK -> "blocks";
        };
    }

    private void losses(StringBuilder lines, Summary summary) {
        Losses losses = summary.losses();
        line(
                lines,
                "losses",
                summary.successRatePercent(),
                losses.lost(),
                losses.duplicated(),
                losses.reordered(),
                losses.corrupt());
    }

    private void roundTrips(StringBuilder lines, Summary summary) {
        summary.meanLatencyNanos().ifPresent(mean -> line(lines, "roundTrip", millis(mean), millis(mean / 2)));
        line(
                lines,
                "percentiles",
                millis(summary.latencyPercentileNanos(50)),
                millis(summary.latencyPercentileNanos(90)),
                millis(summary.latencyPercentileNanos(99)),
                millis(summary.latencyPercentileNanos(99.9)),
                millis(summary.latencyPercentileNanos(99.99)));
    }

    private String millis(double nanos) {
        return String.format(phrases.locale(), "%.6f ms", nanos / NANOS_PER_MILLI);
    }

    private String noLatency(Summary summary) {
        return phrases.of(summary.question() == Question.TRANSFER ? "noLatency.file" : "noLatency");
    }

    private String status(CellStatus status) {
        try {
            return phrases.of("status." + status.label());
        } catch (MissingResourceException e) {
            return status.label();
        }
    }

    private static String reasons(Verdict verdict) {
        return String.join("; ", verdict.reasons());
    }

    private void line(StringBuilder lines, String key, Object... values) {
        lines.append(phrases.of(key, values)).append(System.lineSeparator());
    }
}
