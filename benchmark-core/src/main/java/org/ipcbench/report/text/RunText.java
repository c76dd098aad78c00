package org.ipcbench.report.text;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.Findings;
import org.ipcbench.report.table.ModelText;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.table.TableStyle;
import org.ipcbench.report.words.Answer;

/**
 * The text of a run for standard output: the lines of every cell, the answer, the tables, the reasons for doubtful figures, and
 * cost models.
 */
public final class RunText {
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
