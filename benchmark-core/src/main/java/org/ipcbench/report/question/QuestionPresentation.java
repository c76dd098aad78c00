package org.ipcbench.report.question;

import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.report.words.FigureColumn;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.PhraseLines;

/** How reports present a question: all in which they differ from one question to another. */
public interface QuestionPresentation {

    static QuestionPresentation of(Question question) {
        return switch (question) {
            case THROUGHPUT -> new ThroughputPresentation();
            case LATENCY -> new LatencyPresentation();
            case CONNECT -> new ConnectPresentation();
            case LOAD -> new LoadPresentation();
            case BLOCK -> new BlockPresentation();
            case TRANSFER -> new TransferPresentation();
        };
    }

    /** What is asked and what its figures mean, in a few sentences. */
    String asked();

    /** Columns of the closing table that only this question has. */
    List<FigureColumn> columns(FigureFormat format);

    /** What is plotted over sizes, one plot each. */
    List<PlottedValue> plots();

    /** What bars show. */
    default PlottedValue barred() {
        return plots().get(0);
    }

    /** What marks show along the bars; the words say how it looks. */
    default Optional<PlottedValue> barMark() {
        return Optional.empty();
    }

    /** The long latencies of messages of this size, which are plotted over CPU time; empty if none are. */
    default Optional<PlottedValue> tail(int unitSizeBytes) {
        return Optional.empty();
    }

    /** What is plotted over its percentiles; empty if none are. */
    default Optional<String> plottedPercentiles() {
        return Optional.empty();
    }

    /** What a cell's size is the size of. */
    default String unit() {
        return "message";
    }

    /** What a cost model says the time of. */
    default String timed() {
        return unit();
    }

    /** The phrase for the rate among the seven lines. */
    default String rateKey() {
        return "messages";
    }

    /** The phrase for a latency that was not measured. */
    default String noLatencyKey() {
        return "noLatency";
    }

    /** Adds to the seven lines of a cell what else this question has to tell. */
    default void summarize(Summary summary, PhraseLines lines) {}

    /** Adds the figures of a single measurement, for a dialogue. */
    default void answer(Cell cell, Summary summary, PhraseLines lines) {
        lines.add(
                "answer.messages",
                summary.messages(),
                cell.unitSizeBytes(),
                lines.duration(summary.meanSeconds() * 1e9));
        lines.add("answer.rate", summary.mebibytesPerSecond(), summary.messagesPerSecond());
        lines.add(
                "answer.success", summary.successRatePercent(), summary.losses().lost());
    }
}
