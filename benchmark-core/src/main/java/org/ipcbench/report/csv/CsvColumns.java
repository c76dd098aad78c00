package org.ipcbench.report.csv;

import static org.ipcbench.report.csv.CsvColumn.NANOS_PER_MICRO;
import static org.ipcbench.report.csv.CsvColumn.cell;
import static org.ipcbench.report.csv.CsvColumn.count;
import static org.ipcbench.report.csv.CsvColumn.decimal;
import static org.ipcbench.report.csv.CsvColumn.dimension;
import static org.ipcbench.report.csv.CsvColumn.figure;
import static org.ipcbench.report.csv.CsvColumn.interval;
import static org.ipcbench.report.csv.CsvColumn.latency;
import static org.ipcbench.report.csv.CsvColumn.percentile;
import static org.ipcbench.report.csv.CsvColumn.text;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.csv.CsvColumn.Value;

/**
 * The columns of {@code output.csv} in the order of the file. New columns are appended to the last group or as a new last
 * group, because spreadsheets use the positions of the others.
 */
public final class CsvColumns {
    private static final double NANOS_PER_MILLI = 1e6;

    private static final CsvColumn REASON =
            text("Reason", result -> result.verdict().text());
    private static final CsvColumn REASON_KINDS =
            kinds("ReasonKinds", result -> result.verdict().reasons());
    private static final CsvColumn NOTES =
            kinds("Notes", result -> result.verdict().notes());

    /** The columns that repeat the verdict's reasons and notes, which other formats keep as what they are. */
    public static final List<CsvColumn> OF_REASONS = List.of(REASON, REASON_KINDS, NOTES);

    private static final List<CsvColumn> RESULTS = List.of(
            text("Name", result -> result.cell().transportName()),
            dimension(Dimension.SIZE),
            cell("Iterations", result -> Value.of(result.plannedIterations())),
            figure("TotalDataSize", summary -> decimal(summary.meanMebibytes(), 6)),
            figure("AvgLatencySeconds", summary -> decimal(summary.meanSeconds(), 6)),
            figure("AvgMessagesPerSecond", summary -> decimal(summary.messagesPerSecond(), 3)),
            figure("AvgThroughputMBps", summary -> decimal(summary.mebibytesPerSecond(), 3)),
            latency("MinLatencyMilliseconds", CellLatencies::minimumNanos, NANOS_PER_MILLI),
            latency("MaxLatencyMilliseconds", CellLatencies::maximumNanos, NANOS_PER_MILLI),
            dimension(Dimension.TRANSPORT),
            dimension(Dimension.QUESTION),
            dimension(Dimension.PLACEMENT),
            text("Status", result -> result.status().label()),
            count("Messages", summary -> summary.messages()),
            count("Lost", summary -> summary.losses().lost()),
            figure(
                    "LatencyKind",
                    summary -> summary.latencies().count() == 0
                            ? CsvColumn.NONE
                            : Value.of(summary.latencyKind().label())),
            percentile("LatencyP50Micros", 50),
            percentile("LatencyP90Micros", 90),
            percentile("LatencyP99Micros", 99),
            percentile("LatencyP999Micros", 99.9),
            interval("ThroughputCiLowMBps", Summary::throughputInterval, Interval::low, 1),
            interval("ThroughputCiHighMBps", Summary::throughputInterval, Interval::high, 1),
            figure("ClientCpuSeconds", summary -> decimal(summary.cpu().seconds(Measurement::clientCost), 6)),
            figure("ServerCpuSeconds", summary -> decimal(summary.cpu().seconds(Measurement::serverCost), 6)),
            text("Verdict", result -> result.verdict().level().label()),
            REASON,
            figure("LatencyMeanMicros", summary -> decimal(summary.meanLatencyNanos(), NANOS_PER_MICRO)),
            percentile("LatencyP9999Micros", 99.99),
            text("WaitStrategy", result -> result.cell().waitStrategy()),
            dimension(Dimension.BUFFER),
            figure("SuccessRatePercent", summary -> decimal(summary.successRatePercent(), 3)),
            count("Duplicated", summary -> summary.losses().duplicated()),
            count("Reordered", summary -> summary.losses().reordered()),
            count("Corrupt", summary -> summary.losses().corrupt()),
            figure("AuxiliaryCpuSeconds", summary -> decimal(summary.cpu().auxiliarySeconds(), 1)),
            figure(
                    "ClientAllocatedBytesPerMessage",
                    summary -> decimal(summary.cpu().allocatedBytesPerMessage(Measurement::clientCost), 3)),
            figure(
                    "ServerAllocatedBytesPerMessage",
                    summary -> decimal(summary.cpu().allocatedBytesPerMessage(Measurement::serverCost), 3)),
            text("Payload", result -> result.cell().payloadName()),
            text("InPlace", result -> result.cell().inPlace() ? "yes" : "no"),
            cell("InFlight", result -> {
                OptionalLong messages = result.inFlight();
                return messages.isPresent() ? Value.of(messages.getAsLong()) : CsvColumn.NONE;
            }),
            count("Samples", summary -> summary.latencies().count()),
            interval(
                    "LatencyP50CiLowMicros",
                    summary -> summary.latencies().certainty(50),
                    Interval::low,
                    NANOS_PER_MICRO),
            interval(
                    "LatencyP50CiHighMicros",
                    summary -> summary.latencies().certainty(50),
                    Interval::high,
                    NANOS_PER_MICRO),
            interval("MessagesPerSecondCiLow", Summary::rateInterval, Interval::low, 1),
            interval("MessagesPerSecondCiHigh", Summary::rateInterval, Interval::high, 1),
            figure(
                    "ClientCpuNanosPerMessage",
                    summary -> decimal(summary.cpu().nanosPerMessage(Measurement::clientCost), 3)),
            figure(
                    "ServerCpuNanosPerMessage",
                    summary -> decimal(summary.cpu().nanosPerMessage(Measurement::serverCost), 3)),
            figure(
                    "AuxiliaryCpuNanosPerMessage",
                    summary -> decimal(summary.cpu().auxiliaryNanosPerMessage(), 1)),
            figure("CpuNanosPerMebibyte", CsvColumns::cpuNanosPerMebibyte));

    /** The percentiles of all iterations' calls together; those above are means over the iterations. */
    private static final List<CsvColumn> OF_ALL_CALLS = List.of(
            ofAllCalls("LatencyP50AllCallsMicros", 50),
            ofAllCalls("LatencyP90AllCallsMicros", 90),
            ofAllCalls("LatencyP99AllCallsMicros", 99),
            ofAllCalls("LatencyP999AllCallsMicros", 99.9),
            ofAllCalls("LatencyP9999AllCallsMicros", 99.99));

    private CsvColumns() {}

    private static CsvColumn ofAllCalls(String name, double percentile) {
        return figure(
                name, summary -> decimal(summary.latencies().percentileOfAllCallsNanos(percentile), NANOS_PER_MICRO));
    }

    /** The columns of this run: the listed ones, and one for each further dimension of the run. */
    public static List<CsvColumn> of(RunResult run, RunOrigin origin) {
        List<CsvColumn> columns = new ArrayList<>(listed(run, origin));
        List<String> names = columns.stream().map(CsvColumn::name).toList();
        run.dimensions().stream()
                .filter(dimension -> !names.contains(dimension.csvColumn()))
                .map(CsvColumn::dimension)
                .forEach(columns::add);
        return columns;
    }

    private static List<CsvColumn> listed(RunResult run, RunOrigin origin) {
        VariantColumns variants = new VariantColumns(run);
        return Stream.of(
                        RESULTS,
                        new CostColumns("Client", Measurement::clientCost).all(),
                        new CostColumns("Server", Measurement::serverCost).all(),
                        ConditionColumns.all(),
                        List.of(cell("HarnessShare", result -> decimal(result.harnessShare(), 1)), REASON_KINDS),
                        List.of(dimension(Dimension.VARIANT), dimension(Dimension.HOST)),
                        variants.ratios(),
                        ClientColumns.all(),
                        LoadColumns.all(),
                        StallColumns.all(),
                        List.of(
                                interval(
                                        "LatencyP99CiLowMicros",
                                        summary -> summary.latencies().certainty(99),
                                        Interval::low,
                                        NANOS_PER_MICRO),
                                interval(
                                        "LatencyP99CiHighMicros",
                                        summary -> summary.latencies().certainty(99),
                                        Interval::high,
                                        NANOS_PER_MICRO),
                                NOTES),
                        CallColumns.all(),
                        List.of(dimension(Dimension.SPIN)),
                        originColumns(origin),
                        new RankColumns(run).all(),
                        SpeedColumns.all(),
                        List.of(
                                dimension(Dimension.SIZES),
                                dimension(Dimension.DIRECTION),
                                cell(
                                        "EachWayThroughputMBps",
                                        result -> result.mebibytesEachWay()
                                                .map(rate -> decimal(rate, 3))
                                                .orElse(CsvColumn.NONE)),
                                text("Peers", result -> origin.programs(result.cell()))),
                        variants.differences(),
                        SizeColumns.all(),
                        OF_ALL_CALLS,
                        List.of(figure("ThroughputMiBps", summary -> decimal(summary.mebibytesPerSecond(), 3))))
                .flatMap(List::stream)
                .toList();
    }

    private static List<CsvColumn> originColumns(RunOrigin origin) {
        return List.of(
                text("Run", result -> origin.run()),
                text("StartedAt", result -> origin.startedAt()),
                text("Jdk", result -> origin.jdk(result.cell())),
                text("Kernel", result -> origin.kernel()));
    }

    /** CPU time of all processes per MiB, in nanoseconds; empty for an empty file. */
    private static Value cpuNanosPerMebibyte(Summary summary) {
        double mebibytesPerMessage = summary.mebibytesPerSecond() / summary.messagesPerSecond();
        return mebibytesPerMessage == 0
                ? CsvColumn.NONE
                : decimal(summary.cpu().nanosPerMessage() / mebibytesPerMessage, 3);
    }

    private static CsvColumn kinds(String name, Function<CellResult, List<Reason>> reasons) {
        return cell(
                name,
                result -> new Value.Several(reasons.apply(result).stream()
                        .map(reason -> Value.of(reason.kind().label()))
                        .toList()));
    }
}
