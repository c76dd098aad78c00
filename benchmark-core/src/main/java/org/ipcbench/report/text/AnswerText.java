package org.ipcbench.report.text;

import java.util.List;
import java.util.Locale;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.report.words.Phrases;
import org.ipcbench.report.words.Phrases.PhraseLines;
import org.ipcbench.workload.Question;

/** The figures of a single measurement in a few lines, for a dialogue. */
public final class AnswerText {
    private final Phrases phrases;
    private boolean saidThatItMeasuresOnce;

    /** Uses this language if there is a translation, otherwise English. */
    public AnswerText(Locale wanted) {
        phrases = new Phrases(wanted);
    }

    /** The lines, each with an end of line. */
    public String of(Cell cell, Measurement measurement) {
        Summary summary = Summary.of(List.of(measurement));
        PhraseLines lines = new PhraseLines(phrases);
        if (cell.workload().question() == Question.LATENCY) {
            roundTrips(cell, summary, lines);
        } else {
            messages(cell, summary, lines);
        }
        lines.add(
                "answer.cpu",
                summary.cpu().seconds(Measurement::clientCost),
                summary.cpu().seconds(Measurement::serverCost));
        summary.cpu().auxiliarySeconds().ifPresent(seconds -> lines.add("answer.auxiliaryCpu", seconds));
        summary.reasons().stream()
                .filter(reason -> !reason.isNote() && reason.kind() != Reason.Kind.NOT_REPEATED)
                .forEach(reason -> lines.add("answer.suspect", reason.text()));
        if (!saidThatItMeasuresOnce) {
            saidThatItMeasuresOnce = true;
            lines.add("answer.once");
        }
        return lines.toString();
    }

    private static void messages(Cell cell, Summary summary, PhraseLines lines) {
        lines.add(
                "answer.messages",
                summary.messages(),
                cell.requestBytes(),
                lines.duration(summary.meanSeconds() * 1e9));
        lines.add("answer.rate", summary.mebibytesPerSecond(), summary.messagesPerSecond());
        success(summary, lines);
    }

    private static void roundTrips(Cell cell, Summary summary, PhraseLines lines) {
        lines.add(
                "answer.roundTrips",
                summary.messages(),
                cell.requestBytes(),
                lines.duration(summary.meanSeconds() * 1e9));
        summary.meanLatencyNanos()
                .ifPresent(mean -> lines.add("answer.mean", lines.duration(mean), lines.duration(mean / 2)));
        String percentiles = lines.percentiles(summary, PhraseLines.SHOWN_BRIEFLY, lines::duration);
        String maximum = lines.duration(summary.latencies().maximumNanos());
        if (percentiles.isEmpty()) {
            lines.add("answer.maximum", maximum);
        } else {
            lines.add("answer.percentiles", percentiles, maximum);
        }
        lines.add("answer.roundTripRate", summary.messagesPerSecond());
        if (cell.transport().traits().lossy()) {
            success(summary, lines);
        }
    }

    private static void success(Summary summary, PhraseLines lines) {
        lines.add(
                "answer.success", summary.successRatePercent(), summary.losses().lost());
    }

    /** The questions of a dialogue, in the language of its answers. */
    public static final class MenuText {
        private final Phrases phrases;

        /** Uses this language if there is a translation, otherwise English. */
        public MenuText(Locale wanted) {
            phrases = new Phrases(wanted);
        }

        /** The choices, 1 to 3, one per line. */
        public String choices() {
            return phrases.of("menu.choices");
        }

        /**
         * The prompt for a size.
         *
         * @param defaultBytes the size if the answer is empty
         */
        public String sizePrompt(int defaultBytes) {
            return phrases.of("menu.size", defaultBytes) + " ";
        }
    }
}
