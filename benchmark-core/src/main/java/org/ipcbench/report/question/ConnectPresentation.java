package org.ipcbench.report.question;

import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.report.words.PhraseLines;

/** Connections that are opened and closed. */
final class ConnectPresentation extends ExchangePresentation {
    ConnectPresentation() {
        super("connection", "time to the first answer", "times to the first answer");
    }

    @Override
    public String asked() {
        return "A connection for each message and its answer; a time runs from before the client connects until the answer has arrived, including the proof of the token.";
    }

    @Override
    public String rateKey() {
        return "connections";
    }

    @Override
    public void summarize(Cell cell, Summary summary, PhraseLines lines) {
        lines.addPercentiles("firstAnswer", summary, SHOWN_BRIEFLY);
        lines.add("samples", summary.latencies().count());
    }
}
