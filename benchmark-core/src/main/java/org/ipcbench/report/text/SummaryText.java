package org.ipcbench.report.text;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.summary.ClientSpread;
import org.ipcbench.analysis.summary.TwoSpeeds;
import org.ipcbench.figure.FailFigures;
import org.ipcbench.figure.Figure;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.WorkerShares;
import org.ipcbench.measure.sample.Losses;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.Findings;
import org.ipcbench.report.table.ModelText;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.table.TableStyle;
import org.ipcbench.report.words.Answer;
import org.ipcbench.report.words.Phrases;
import org.ipcbench.report.words.Phrases.PhraseLines;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.shape.Shape;

/** The text of the cells: seven or more lines for each, in the user's language; a reason if there are no figures. */
public final class SummaryText {
    private static final double PERCENT = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Phrases phrases;

    /** Uses this language if there is a translation, otherwise English. */
    public SummaryText(Locale wanted) {
        phrases = new Phrases(wanted);
    }

    /** The language of the texts and the format of their decimals. */
    Locale locale() {
        return phrases.locale();
    }

    /**
     * The lines of every cell, each with an end of line, and an empty line after each cell. A cell that could not be measured here has
     * no lines, because one line below the tables tells the reason of all such cells.
     */
    public String of(RunResult run) {
        CellNames names = CellNames.of(run, Dimension.TRANSPORT_AND_SIZE);
        return run.cells().stream()
                .filter(CellResult::isAttempted)
                .map(result -> of(result, names) + System.lineSeparator())
                .collect(Collectors.joining());
    }

    private String of(CellResult result, CellNames names) {
        Cell cell = result.cell();
        PhraseLines lines = new PhraseLines(phrases);
        lines.add("transport", cell.transportName() + suffix(cell, names));
        result.summary().ifPresentOrElse(summary -> figures(lines, result, summary), () -> noFigures(lines, result));
        return lines.toString();
    }

    private void noFigures(PhraseLines lines, CellResult result) {
        String status = status(result.status());
        String reasons = result.verdict().text();
        if (result.cell().hasSizes()) {
            lines.add("noFigures", result.cell().requestBytes(), status, reasons);
        } else {
            lines.add("noFiguresOfCalls", status, reasons);
        }
    }

    private void figures(PhraseLines lines, CellResult result, Summary summary) {
        Cell cell = result.cell();
        if (cell.workload().question() == Question.FAIL) {
            deaths(lines, result, summary);
            return;
        }
        if (cell.hasSizes()) {
            lines.add("packet", cell.requestBytes(), result.plannedIterations(), summary.meanMebibytes());
        }
        lines.add("duration", summary.meanSeconds());
        lines.add(rateKey(cell.workload().question()), summary.achievedPerSecond());
        if (cell.hasSizes()) {
            lines.add("throughput", summary.mebibytesPerSecond());
        }
        boolean sampled = summary.latencies().count() > 0;
        String noLatency = phrases.of(summary.latencies().areWithheld() ? "noLatency.twoClocks" : noLatencyKey(cell));
        lines.add("minimumLatency", sampled ? lines.millis(summary.latencies().meanMinimumNanos()) : noLatency);
        lines.add("maximumLatency", sampled ? lines.millis(summary.latencies().meanMaximumNanos()) : noLatency);
        if (cell.transport().traits().lossy()) {
            losses(lines, summary);
        }
        summarize(cell, summary, lines);
        if (cell.maxMessageBytes() < cell.requestBytes()
                && Dimension.CODEC.of(cell).isEmpty()) {
            lines.add("pieces", cell.maxMessageBytes());
        }
        summary.clients().ifPresent(spread -> clients(spread, lines));
        workers(summary, lines);
        summary.twoSpeeds().ifPresent(speeds -> speeds(summary, speeds, lines));
        summary.throughputInterval()
                .filter(interval -> cell.hasSizes())
                .ifPresent(interval -> lines.add(
                        "iterations",
                        summary.mebibytesPerSecond(),
                        summary.medianMebibytesPerSecond(),
                        summary.deviationMebibytesPerSecond().orElseThrow(),
                        interval.low(),
                        interval.high()));
    }

    private static void deaths(PhraseLines lines, CellResult result, Summary summary) {
        lines.add("deaths", summary.count(), result.cell().requestBytes());
        long never =
                summary.iterations().stream().filter(Measurement::isUnnoticed).count();
        if (never > 0) {
            lines.add("unnoticed", never, summary.count(), lines.duration(summary.longestSeconds() * NANOS_PER_SECOND));
        } else {
            lines.add(
                    "noticed", lines.duration(summary.meanSeconds() * NANOS_PER_SECOND), text(FailFigures.BY, result));
        }
        FailFigures.LOST.number(result).ifPresent(lost -> lines.add("lostPerDeath", lost.number()));
        if (summary.losses().duplicated() > 0) {
            lines.add("deliveredTwice", summary.losses().duplicated());
        }
        String left = text(FailFigures.LEFT, result);
        if (!left.isEmpty()) {
            lines.add("leftBehind", left);
        }
    }

    private static String text(Figure figure, CellResult result) {
        return figure.text(figure.of(result));
    }

    /** The phrase for the rate. */
    private static String rateKey(Question question) {
        return switch (question) {
            case LATENCY -> "roundTrips";
            case CONNECT -> "connections";
            case BLOCK -> "blocks";
            case THROUGHPUT, LOAD, CALLS, TRANSFER, FAIL, PUBLISH -> "messages";
        };
    }

    /** The phrase for a latency that was not measured. */
    private static String noLatencyKey(Cell cell) {
        return switch (cell.workload().question()) {
            case THROUGHPUT -> Dimension.DIRECTION.of(cell).isPresent() ? "noLatency.bothWays" : "noLatency";
            case LOAD, CALLS -> "noLatency.load";
            case TRANSFER -> "noLatency.file";
            case LATENCY, CONNECT, BLOCK, FAIL, PUBLISH -> "noLatency";
        };
    }

    /** Adds the lines that only this question has. */
    private static void summarize(Cell cell, Summary summary, PhraseLines lines) {
        switch (cell.workload().question()) {
            case LATENCY -> roundTrips(cell, summary, lines);
            case CONNECT -> {
                lines.addPercentiles("firstAnswer", summary, PhraseLines.SHOWN_BRIEFLY);
                samples(summary, lines);
            }
            case LOAD, CALLS -> load(summary, lines);
            case BLOCK ->
                lines.add("block", lines.millis(summary.meanLatencyNanos().orElseThrow()));
            case TRANSFER ->
                lines.add("file", summary.meanSeconds(), summary.shortestSeconds(), summary.longestSeconds());
            case PUBLISH -> lines.addPercentiles("loadPercentiles", summary, Percentiles.SHOWN);
            case THROUGHPUT, FAIL -> {}
        }
    }

    private static void roundTrips(Cell cell, Summary summary, PhraseLines lines) {
        boolean symmetric = cell.hasSizes()
                && cell.workload().shape().filter(Shape::isSymmetric).isPresent();
        summary.meanLatencyNanos().ifPresent(mean -> {
            if (symmetric) {
                lines.add("roundTrip", lines.millis(mean), lines.millis(mean / 2));
            } else {
                lines.add("call", lines.millis(mean));
            }
        });
        lines.addPercentiles("percentiles", summary, Percentiles.SHOWN);
        samples(summary, lines);
        work(summary, lines);
    }

    private static void load(Summary summary, PhraseLines lines) {
        summary.load().ifPresent(load -> {
            lines.add(
                    "load",
                    load.offeredPerSecond(),
                    load.achievedPerSecond(),
                    PERCENT * load.achievedShare(),
                    PERCENT * load.notSentShare());
            lines.add("late", lines.millis(load.lateP99Nanos()), lines.millis(load.latestNanos()));
        });
        lines.addPercentiles("loadPercentiles", summary, Percentiles.SHOWN);
        lines.add(
                "cpu",
                summary.cpu().nanosPerMessage(Measurement::clientCost),
                summary.cpu().nanosPerMessage(Measurement::serverCost));
        samples(summary, lines);
        work(summary, lines);
    }

    private static void samples(Summary summary, PhraseLines lines) {
        lines.add("samples", summary.latencies().count());
    }

    private static void work(Summary summary, PhraseLines lines) {
        summary.workNanos().ifPresent(nanos -> lines.add("work", lines.millis(nanos)));
    }

    private static void clients(ClientSpread spread, PhraseLines lines) {
        lines.add("clients", spread.meanRate(), spread.slowestRate(), spread.fastestRate(), spread.fairness());
        spread.slowestP99Nanos()
                .ifPresent(p99 -> lines.add(
                        "slowestClient",
                        lines.millis(spread.slowestMedianNanos().orElse(p99)),
                        lines.millis(p99)));
    }

    /** What each server process has answered, in all iterations. */
    private static void workers(Summary summary, PhraseLines lines) {
        Map<Integer, Long> answered = new TreeMap<>();
        for (Measurement iteration : summary.iterations()) {
            WorkerShares shares = iteration.workers();
            for (int i = 0; shares != null && i < shares.messages().size(); i++) {
                answered.merge(i, shares.messages().get(i), Long::sum);
            }
        }
        if (!answered.isEmpty()) {
            lines.add("workers", answered.values().stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
    }

    /** Adds both speeds instead of a mean, which would describe neither. */
    private void speeds(Summary summary, TwoSpeeds speeds, PhraseLines lines) {
        double mebibytes = summary.mebibytesPerSecond() / summary.messagesPerSecond();
        double slowPercent = Math.rint(PERCENT * speeds.slow().share()); // both are rounded, and have to add up
        lines.add(
                "speeds",
                speeds.slow().messagesPerSecond() * mebibytes,
                slowPercent,
                phrases.of("basis." + speeds.basis().name().toLowerCase(Locale.ROOT)),
                speeds.fast().messagesPerSecond() * mebibytes,
                PERCENT - slowPercent);
    }

    private String suffix(Cell cell, CellNames names) {
        return names.dimensions(cell).stream()
                .map(dimension -> phrases.find(
                                "transport." + dimension.label(),
                                dimension.of(cell).orElseThrow())
                        .orElseGet(() -> ", " + dimension.named(cell)))
                .collect(Collectors.joining());
    }

    private static void losses(PhraseLines lines, Summary summary) {
        Losses losses = summary.losses();
        lines.add(
                "losses",
                summary.successRatePercent(),
                losses.lost(),
                losses.duplicated(),
                losses.reordered(),
                losses.corrupt());
    }

    private String status(CellStatus status) {
        return phrases.find("status." + status.label()).orElse(status.label());
    }

    /**
     * The text of a run for standard output: the lines of every cell, the answer, the tables, the reasons for doubtful figures, and
     * cost models.
     */
    public static final class RunText {
        private final SummaryText summary;
        private final ClosingTable table;
        private final ModelText models;
        private final TableStyle style;
        private final boolean withBlocks;

        /** All of the text, for a file. */
        public RunText(Locale wanted, RunConditions conditions) {
            this(wanted, conditions, TableStyle.TERMINAL, true);
        }

        /**
         * Uses this language if there is a translation, otherwise English.
         *
         * @param conditions the run's conditions, for the tables
         * @param withBlocks whether the lines of every cell stand before the tables
         */
        public RunText(Locale wanted, RunConditions conditions, TableStyle style, boolean withBlocks) {
            summary = new SummaryText(wanted);
            table = new ClosingTable(summary.locale(), conditions, style);
            models = new ModelText(summary.locale(), style);
            this.style = style;
            this.withBlocks = withBlocks;
        }

        /** The text, with an end of line. */
        public String of(RunResult result) {
            return text(result, new Findings(result, summary.locale()).sentences(), "");
        }

        /** The text with this answer. */
        public String of(RunResult result, Answer answer) {
            return text(result, answer.sentences(), "");
        }

        /** The text with the notes, of which a short text says nothing. */
        public String withNotes(RunResult result) {
            return text(result, new Findings(result, summary.locale()).sentences(), table.notes(result));
        }

        private String text(RunResult result, List<String> sentences, String notes) {
            return (withBlocks ? summary.of(result) : "")
                    + sentences.stream().map(style::line).collect(Collectors.joining())
                    + table.of(result)
                    + table.doubtsBelow(result)
                    + notes
                    + models.of(result);
        }
    }
}
