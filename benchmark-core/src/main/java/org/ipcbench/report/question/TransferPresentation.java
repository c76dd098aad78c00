package org.ipcbench.report.question;

import java.util.List;
import java.util.OptionalDouble;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plot.Scale;
import org.ipcbench.report.words.FigureColumn;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.PhraseLines;

/** A file. */
final class TransferPresentation implements QuestionPresentation {

    @Override
    public String asked() {
        return "A file from its first byte to its last, checked at its destination. MiB are 2^20 bytes.";
    }

    @Override
    public List<FigureColumn> columns(FigureFormat format) {
        return List.of(format.secondsPerFile(), format.mebibytesPerSecond(), format.perSecond("messages"));
    }

    @Override
    public List<PlottedValue> plots() {
        return List.of(
                PlottedValue.THROUGHPUT,
                new PlottedValue(
                        "seconds",
                        "seconds a file",
                        "mean time of a file (s)",
                        Scale.DECADES,
                        summary -> OptionalDouble.of(summary.meanSeconds()),
                        Summary::secondsInterval,
                        PlottedValue::undivided,
                        PlottedValue.TOO_FEW_SAMPLES));
    }

    @Override
    public String noLatencyKey(Cell cell) {
        return "noLatency.file";
    }

    @Override
    public void summarize(Cell cell, Summary summary, PhraseLines lines) {
        lines.add("file", summary.meanSeconds(), summary.shortestSeconds(), summary.longestSeconds());
    }
}
