package org.ipcbench.report.question;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.summary.LoadFigures;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.report.words.FigureColumn;
import org.ipcbench.report.words.FigureFormat;
import org.ipcbench.report.words.PhraseLines;

/** Messages at the times of a schedule. */
final class LoadPresentation implements QuestionPresentation {
    private static final double PERCENT = 100;
    private static final PlottedValue TAIL = PlottedValue.percentile("p99", "p99", "p99 from intended time (µs)", 99);
    private static final PlottedValue MEDIAN =
            PlottedValue.percentile("median", "median latency", "median from intended time (µs)", 50);

    static final String MESSAGES =
            "Messages in one direction at the times of a schedule. A latency is the time from the message's place"
                    + " in the schedule to the end of its check by the receiver";
    static final String CALLS =
            "Calls at the times of a schedule, one at a time on each connection, or as many as the depth. A latency is the time from the call's"
                    + " place in the schedule to the arrival of its answer";

    private final String latency;

    /** @param latency what is sent, and what a latency is */
    LoadPresentation(String latency) {
        this.latency = latency;
    }

    @Override
    public String asked() {
        return latency
                + "; the fastest is who has the lowest p99 at the same rate. If less than 99 % of the rate arrived, there are no"
                + " latencies.";
    }

    @Override
    public List<FigureColumn> columns(FigureFormat format) {
        return List.of(
                format.percentileWithInterval("p99 us", 99),
                new FigureColumn("achieved/s", summary -> format.decimal("%.0f", summary.achievedPerSecond())),
                format.percentileWithInterval("p50 us", 50),
                format.percentile("p90 us", 90),
                format.percentile("p99.9 us", 99.9),
                format.percentile("p99.99 us", 99.99),
                new FigureColumn("late p99 us", summary -> format.micros(late(summary))),
                new FigureColumn(
                        "CPU ns client",
                        summary -> format.decimal("%.0f", summary.cpu().nanosPerMessage(Measurement::clientCost))),
                new FigureColumn(
                        "CPU ns server",
                        summary -> format.decimal("%.0f", summary.cpu().nanosPerMessage(Measurement::serverCost))));
    }

    @Override
    public List<PlottedValue> plots() {
        return List.of(TAIL, MEDIAN, PlottedValue.CPU);
    }

    @Override
    public String direction() {
        return latency.equals(MESSAGES) ? ", one way" : "";
    }

    @Override
    public Optional<PlottedValue> tail(int requestBytes) {
        return Optional.of(TAIL);
    }

    @Override
    public Optional<String> plottedPercentiles() {
        return Optional.of("latency");
    }

    @Override
    public String noLatencyKey(Cell cell) {
        return "noLatency.load";
    }

    @Override
    public void summarize(Cell cell, Summary summary, PhraseLines lines) {
        summary.load().ifPresent(load -> {
            lines.add(
                    "load",
                    load.offeredPerSecond(),
                    load.achievedPerSecond(),
                    PERCENT * load.achievedShare(),
                    PERCENT * load.notSentShare());
            lines.add("late", lines.millis(load.lateP99Nanos()), lines.millis(load.latestNanos()));
        });
        lines.addPercentiles("loadPercentiles", summary, SHOWN);
        lines.add(
                "cpu",
                summary.cpu().nanosPerMessage(Measurement::clientCost),
                summary.cpu().nanosPerMessage(Measurement::serverCost));
        lines.add("samples", summary.latencies().count());
        summary.workNanos().ifPresent(nanos -> lines.add("work", lines.millis(nanos)));
    }

    @Override
    public void answer(Cell cell, Summary summary, PhraseLines lines) {
        throw new UnsupportedOperationException("a dialogue does not ask for a load");
    }

    private static OptionalDouble late(Summary summary) {
        return figure(summary, LoadFigures::lateP99Nanos);
    }

    private static OptionalDouble figure(Summary summary, ToDoubleFunction<LoadFigures> figure) {
        return summary.load().stream().mapToDouble(figure).findFirst();
    }
}
