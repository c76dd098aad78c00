package org.ipcbench.report.text;

import java.util.List;
import java.util.Locale;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.report.question.QuestionPresentation;
import org.ipcbench.report.words.PhraseLines;
import org.ipcbench.report.words.Phrases;

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
        QuestionPresentation.of(cell.workload().question()).answer(cell, summary, lines);
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
}
