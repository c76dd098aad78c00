package org.ipcbench.report.question;

import java.util.List;
import java.util.Optional;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.report.words.FigureColumn;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.PhraseLines;
import org.ipcbench.workload.Question;

/** How reports present a question: everything that differs between questions. */
public interface QuestionPresentation {
    /** The percentiles whose latency is shown, if there are enough samples. */
    List<Double> SHOWN = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    /** The percentiles that are shown of few samples, and in a sentence. */
    List<Double> SHOWN_BRIEFLY = List.of(50.0, 90.0, 99.0, 99.9);

    static QuestionPresentation of(Question question) {
        return switch (question) {
            case THROUGHPUT -> new ThroughputPresentation();
            case LATENCY -> new LatencyPresentation();
            case CONNECT -> new ConnectPresentation();
            case LOAD -> new LoadPresentation(LoadPresentation.MESSAGES);
            case CALLS -> new LoadPresentation(LoadPresentation.CALLS);
            case BLOCK -> new BlockPresentation();
            case TRANSFER -> new TransferPresentation();
        };
    }

    /** The meaning of the question and of its figures, in a few sentences. */
    String asked();

    /** Columns of the closing table that only this question has. */
    List<FigureColumn> columns(FigureFormat format);

    /** The values that are plotted over sizes, one plot each. */
    List<PlottedValue> plots();

    /** The value that bars show. */
    default PlottedValue barred() {
        return plots().get(0);
    }

    /** The value of the marks on the bars, which are diamonds. */
    default Optional<PlottedValue> barMark() {
        return Optional.empty();
    }

    /** The long latencies of messages of this size to plot over CPU time; empty if none are plotted. */
    default Optional<PlottedValue> tail(int requestBytes) {
        return Optional.empty();
    }

    /** The kind of latency that is plotted over its percentiles; empty if none is. */
    default Optional<String> plottedPercentiles() {
        return Optional.empty();
    }

    /** The thing whose size is a cell's size. */
    default String unit() {
        return "message";
    }

    /** The thing whose time a cost model describes. */
    default String timed() {
        return unit();
    }

    /** What headings say after the question's name if its latencies are of one direction, beginning with a comma; else empty. */
    default String direction() {
        return "";
    }

    /** Whether times of messages are compared, not only rates. */
    default boolean comparesTimes() {
        return false;
    }

    /** The phrase for the rate among the seven lines. */
    default String rateKey() {
        return "messages";
    }

    /** The phrase for a latency that was not measured. */
    default String noLatencyKey(Cell cell) {
        return "noLatency";
    }

    /** Adds this question's further lines to the seven lines of a cell. */
    default void summarize(Cell cell, Summary summary, PhraseLines lines) {}

    /** Adds the figures of a single measurement, for a dialogue. */
    default void answer(Cell cell, Summary summary, PhraseLines lines) {
        lines.add(
                "answer.messages",
                summary.messages(),
                cell.requestBytes(),
                lines.duration(summary.meanSeconds() * 1e9));
        lines.add("answer.rate", summary.mebibytesPerSecond(), summary.messagesPerSecond());
        lines.add(
                "answer.success", summary.successRatePercent(), summary.losses().lost());
    }
}
