package org.ipcbench.report.text;

import java.util.Locale;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.ClosingTable;
import org.ipcbench.report.table.ModelText;
import org.ipcbench.report.table.RunConditions;

/** What standard output shows of a run: the lines of every cell, the table of all, why some figures are doubtful, and cost models. */
public final class RunText {
    private final SummaryText summary;
    private final ClosingTable table;
    private final ModelText models;

    /** Texts in this language if there is a translation, else in English; tables of a run under these conditions. */
    public RunText(Locale wanted, RunConditions conditions) {
        summary = new SummaryText(wanted);
        table = new ClosingTable(summary.locale(), conditions);
        models = new ModelText(summary.locale());
    }

    /** The text, ended. */
    public String of(RunResult result) {
        return summary.of(result) + table.of(result) + table.doubts(result) + models.of(result);
    }
}
