package org.ipcbench.report.question;

import java.util.List;
import java.util.OptionalDouble;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.report.words.FigureColumn;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.PhraseLines;

/** Blocks that are each acknowledged. */
final class BlockPresentation implements QuestionPresentation {
    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public String asked() {
        return "Blocks, each acknowledged, split into messages if the transport requires it. MiB are 2^20 bytes.";
    }

    @Override
    public List<FigureColumn> columns(FigureFormat format) {
        return List.of(
                format.mebibytesPerSecond(),
                new FigureColumn("mean ms", summary -> format.millis(summary.meanLatencyNanos())),
                new FigureColumn(
                        "max ms",
                        summary -> format.millis(
                                OptionalDouble.of(summary.latencies().maximumNanos()))));
    }

    @Override
    public List<PlottedValue> plots() {
        return List.of(
                PlottedValue.THROUGHPUT,
                PlottedValue.meanTime(
                        "milliseconds", "mean time of a block", "mean time of a block (ms)", NANOS_PER_MILLI));
    }

    @Override
    public String unit() {
        return "block";
    }

    @Override
    public String rateKey() {
        return "blocks";
    }

    @Override
    public void summarize(Cell cell, Summary summary, PhraseLines lines) {
        lines.add("block", lines.millis(summary.meanLatencyNanos().orElseThrow()));
    }
}
