package org.ipcbench.report;

import static org.ipcbench.report.CsvColumn.NANOS_PER_MICRO;
import static org.ipcbench.report.CsvColumn.cell;
import static org.ipcbench.report.CsvColumn.decimal;
import static org.ipcbench.report.CsvColumn.dimension;
import static org.ipcbench.report.CsvColumn.figure;
import static org.ipcbench.report.CsvColumn.interval;
import static org.ipcbench.report.CsvColumn.latency;
import static org.ipcbench.report.CsvColumn.percentile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.CellLatencies;
import org.ipcbench.analysis.Interval;
import org.ipcbench.analysis.Summary;
import org.ipcbench.measure.Measurement;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;

/** One row a cell, RFC 4180, UTF-8, dot decimals; the first nine columns are those existing spreadsheets read. */
public final class CsvReport {
    public static final String FILE_NAME = "output.csv";

    private static final double NANOS_PER_MILLI = 1e6;

    /** In the order of the file. New columns come last, because spreadsheets know the places of the others. */
    private static final List<CsvColumn> COLUMNS = List.of(
            cell("Name", result -> result.cell().transportName()),
            dimension(Dimension.SIZE),
            cell("Iterations", result -> Integer.toString(result.plannedIterations())),
            figure("TotalDataSize", summary -> decimal(summary.meanMebibytes(), 6)),
            figure("AvgLatencySeconds", summary -> decimal(summary.meanSeconds(), 6)),
            figure("AvgMessagesPerSecond", summary -> decimal(summary.messagesPerSecond(), 3)),
            figure("AvgThroughputMBps", summary -> decimal(summary.mebibytesPerSecond(), 3)),
            latency("MinLatencyMilliseconds", CellLatencies::minimumNanos, NANOS_PER_MILLI),
            latency("MaxLatencyMilliseconds", CellLatencies::maximumNanos, NANOS_PER_MILLI),
            dimension(Dimension.TRANSPORT),
            dimension(Dimension.QUESTION),
            dimension(Dimension.PLACEMENT),
            cell("Status", result -> result.status().label()),
            figure("Messages", summary -> Long.toString(summary.messages())),
            figure("Lost", summary -> Long.toString(summary.losses().lost())),
            figure(
                    "LatencyKind",
                    summary -> summary.latencies().count() == 0
                            ? ""
                            : summary.question().latencyLabel()),
            percentile("LatencyP50Micros", 50),
            percentile("LatencyP90Micros", 90),
            percentile("LatencyP99Micros", 99),
            percentile("LatencyP999Micros", 99.9),
            interval("ThroughputCiLowMBps", Summary::throughputInterval, Interval::low, 1),
            interval("ThroughputCiHighMBps", Summary::throughputInterval, Interval::high, 1),
            figure("ClientCpuSeconds", summary -> decimal(summary.clientCpuSeconds(), 6)),
            figure("ServerCpuSeconds", summary -> decimal(summary.serverCpuSeconds(), 6)),
            cell("Verdict", result -> result.verdict().level().label()),
            cell("Reason", result -> result.verdict().text()),
            figure("LatencyMeanMicros", summary -> decimal(summary.meanLatencyNanos(), NANOS_PER_MICRO)),
            percentile("LatencyP9999Micros", 99.99),
            cell("WaitStrategy", result -> result.cell().waitStrategy()),
            dimension(Dimension.BUFFER),
            figure("SuccessRatePercent", summary -> decimal(summary.successRatePercent(), 3)),
            figure("Duplicated", summary -> Long.toString(summary.losses().duplicated())),
            figure("Reordered", summary -> Long.toString(summary.losses().reordered())),
            figure("Corrupt", summary -> Long.toString(summary.losses().corrupt())),
            figure("AuxiliaryCpuSeconds", summary -> decimal(summary.auxiliaryCpuSeconds(), 1)),
            figure("ClientAllocatedBytesPerMessage", summary -> decimal(summary.clientAllocatedBytesPerMessage(), 3)),
            figure("ServerAllocatedBytesPerMessage", summary -> decimal(summary.serverAllocatedBytesPerMessage(), 3)),
            cell("Payload", result -> result.cell().payloadName()),
            cell("InPlace", result -> result.cell().inPlace() ? "yes" : "no"),
            cell("InFlight", result -> {
                OptionalLong messages = result.cell().inFlight();
                return messages.isPresent() ? Long.toString(messages.getAsLong()) : "";
            }),
            figure("Samples", summary -> Long.toString(summary.samples())),
            interval(
                    "LatencyP50CiLowMicros", summary -> summary.percentileInterval(50), Interval::low, NANOS_PER_MICRO),
            interval(
                    "LatencyP50CiHighMicros",
                    summary -> summary.percentileInterval(50),
                    Interval::high,
                    NANOS_PER_MICRO),
            interval("MessagesPerSecondCiLow", Summary::rateInterval, Interval::low, 1),
            interval("MessagesPerSecondCiHigh", Summary::rateInterval, Interval::high, 1),
            figure("ClientCpuNanosPerMessage", summary -> decimal(summary.clientCpuNanosPerMessage(), 3)),
            figure("ServerCpuNanosPerMessage", summary -> decimal(summary.serverCpuNanosPerMessage(), 3)),
            figure("AuxiliaryCpuNanosPerMessage", summary -> decimal(summary.auxiliaryCpuNanosPerMessage(), 1)),
            figure("CpuNanosPerMebibyte", CsvReport::cpuNanosPerMebibyte));

    /** Behind the columns of the list, in the order of the file. */
    private static final List<CsvColumn> FURTHER_COLUMNS = Stream.of(
                    new CostColumns("Client", Measurement::clientCost).all(),
                    new CostColumns("Server", Measurement::serverCost).all(),
                    CircumstanceColumns.all(),
                    List.of(
                            cell("HarnessShare", result -> decimal(result.harnessShare(), 1)),
                            cell("ReasonKinds", CsvReport::reasonKinds)))
            .flatMap(List::stream)
            .toList();

    /** The names of the columns of every run, in the order of the file. */
    public static List<String> columnNames() {
        return columns(new RunResult(List.of(), false)).map(CsvColumn::name).toList();
    }

    /** Replaces the file at once, so that a reader sees the old table or the new one. */
    public void write(RunResult result, Path file) throws IOException {
        write(result, file, file);
    }

    /** The same by way of another file's directory, where a process that is killed meanwhile leaves what it has written. */
    void write(RunResult result, Path file, Path neighbour) throws IOException {
        AtomicFile.replace(file, text(result).getBytes(StandardCharsets.UTF_8), neighbour);
    }

    String text(RunResult result) throws IOException {
        List<CsvColumn> columns = columns(result).toList();
        return new CsvTable(
                        columns.stream().map(CsvColumn::name).toList(),
                        result.cells().stream()
                                .map(cell -> columns.stream()
                                        .map(column -> column.value().apply(cell))
                                        .toList())
                                .toList())
                .text();
    }

    /** The columns of the list, one for each dimension that is not among them, those that compare variants, and those of loads. */
    public static Stream<CsvColumn> columns(RunResult result) {
        List<String> listed = COLUMNS.stream().map(CsvColumn::name).toList();
        Stream<CsvColumn> dimensions = result.dimensions().stream()
                .filter(dimension -> !Dimension.OF_LOADS.contains(dimension))
                .filter(dimension -> !listed.contains(dimension.csvColumn()) && !ClientColumns.has(dimension))
                .map(CsvColumn::dimension);
        return Stream.of(
                        COLUMNS.stream(),
                        FURTHER_COLUMNS.stream(),
                        dimensions,
                        new VariantColumns(result).all().stream(),
                        ClientColumns.all(),
                        LoadColumns.all().stream())
                .flatMap(each -> each);
    }

    /** Of all processes; empty for an empty file. */
    private static String cpuNanosPerMebibyte(Summary summary) {
        double mebibytesPerMessage = summary.mebibytesPerSecond() / summary.messagesPerSecond();
        return mebibytesPerMessage == 0 ? "" : decimal(summary.cpuNanosPerMessage() / mebibytesPerMessage, 3);
    }

    private static String reasonKinds(CellResult result) {
        return result.verdict().reasons().stream()
                .map(reason -> reason.kind().label())
                .collect(Collectors.joining(";"));
    }
}
