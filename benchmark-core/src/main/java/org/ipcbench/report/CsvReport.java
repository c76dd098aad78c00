package org.ipcbench.report;

import com.opencsv.CSVWriterBuilder;
import com.opencsv.ICSVWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ipcbench.analysis.CellLatencies;
import org.ipcbench.analysis.Interval;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;

/** One row a cell, RFC 4180, UTF-8, dot decimals; the first nine columns are those existing spreadsheets read. */
public final class CsvReport {
    public static final String FILE_NAME = "output.csv";

    private static final String LINE_END = "\r\n";
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    /** In the order of the file. New columns come last, because spreadsheets know the places of the others. */
    private static final List<Column> COLUMNS = List.of(
            text("Name", result -> result.cell().transportName()),
            dimension(Dimension.SIZE),
            text("Iterations", result -> Integer.toString(result.plannedIterations())),
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
            interval("ThroughputCiLowMBps", Interval::low),
            interval("ThroughputCiHighMBps", Interval::high),
            figure("ClientCpuSeconds", summary -> decimal(summary.clientCpuSeconds(), 6)),
            figure("ServerCpuSeconds", summary -> decimal(summary.serverCpuSeconds(), 6)),
            text("Verdict", result -> result.verdict().level().label()),
            text("Reason", result -> result.verdict().text()),
            figure("LatencyMeanMicros", summary -> decimal(summary.meanLatencyNanos(), NANOS_PER_MICRO)),
            percentile("LatencyP9999Micros", 99.99),
            text("WaitStrategy", result -> result.cell().waitStrategy()),
            dimension(Dimension.BUFFER),
            figure("SuccessRatePercent", summary -> decimal(summary.successRatePercent(), 3)),
            figure("Duplicated", summary -> Long.toString(summary.losses().duplicated())),
            figure("Reordered", summary -> Long.toString(summary.losses().reordered())),
            figure("Corrupt", summary -> Long.toString(summary.losses().corrupt())),
            figure("AuxiliaryCpuSeconds", summary -> decimal(summary.auxiliaryCpuSeconds(), 1)),
            figure("ClientAllocatedBytesPerMessage", summary -> decimal(summary.clientAllocatedBytesPerMessage(), 3)),
            figure("ServerAllocatedBytesPerMessage", summary -> decimal(summary.serverAllocatedBytesPerMessage(), 3)),
            text("Payload", result -> result.cell().payloadName()),
            text("InPlace", result -> result.cell().inPlace() ? "yes" : "no"),
            text("InFlight", result -> {
                OptionalLong messages = result.cell().inFlight();
                return messages.isPresent() ? Long.toString(messages.getAsLong()) : "";
            }));

    /**
     * A column.
     *
     * @param name its name in the first line
     * @param value the text of a cell
     */
    private record Column(String name, Function<CellResult, String> value) {}

    /** The names of the columns of every run, in the order of the file. */
    public static List<String> columnNames() {
        return columns(Dimension.ALL).map(Column::name).toList();
    }

    /** Replaces the file at once, so that a reader sees the old table or the new one. */
    public void write(RunResult result, Path file) throws IOException {
        AtomicFile.replace(file, text(result));
    }

    String text(RunResult result) throws IOException {
        List<Column> columns = columns(result.dimensions()).toList();
        StringWriter text = new StringWriter();
        try (ICSVWriter writer =
                new CSVWriterBuilder(text).withLineEnd(LINE_END).build()) {
            writer.writeNext(columns.stream().map(Column::name).toArray(String[]::new), false);
            for (CellResult cell : result.cells()) {
                writer.writeNext(
                        columns.stream()
                                .map(column -> column.value().apply(cell))
                                .toArray(String[]::new),
                        false);
            }
        }
        return text.toString();
    }

    /** The columns of the list, and behind them one for each dimension that is not among them. */
    private static Stream<Column> columns(List<Dimension> dimensions) {
        List<String> listed = COLUMNS.stream().map(Column::name).toList();
        return Stream.concat(
                COLUMNS.stream(),
                dimensions.stream()
                        .filter(dimension -> !listed.contains(dimension.csvColumn()))
                        .map(CsvReport::dimension));
    }

    private static Column text(String name, Function<CellResult, String> value) {
        return new Column(name, value);
    }

    private static Column dimension(Dimension dimension) {
        return text(dimension.csvColumn(), result -> dimension.text(result.cell()));
    }

    /** A column that is empty for cells without figures. */
    private static Column figure(String name, Function<Summary, String> value) {
        return text(name, result -> result.summary().map(value).orElse(""));
    }

    private static Column percentile(String name, double percentile) {
        return figure(name, summary -> decimal(summary.latencyPercentileNanos(percentile), NANOS_PER_MICRO));
    }

    /** A column that is empty where no latency was sampled. */
    private static Column latency(String name, ToDoubleFunction<CellLatencies> nanos, double nanosPerUnit) {
        return figure(
                name,
                summary -> summary.latencies().count() == 0
                        ? ""
                        : decimal(nanos.applyAsDouble(summary.latencies()) / nanosPerUnit, 6));
    }

    private static Column interval(String name, Function<Interval, Double> bound) {
        return figure(
                name,
                summary -> summary.throughputInterval()
                        .map(bound)
                        .map(value -> decimal(value, 3))
                        .orElse(""));
    }

    /** A figure in a larger unit, empty where there is none. */
    private static String decimal(OptionalDouble value, double perUnit) {
        return value.isPresent() ? decimal(value.getAsDouble() / perUnit, 6) : "";
    }

    /** Plain notation with a dot in every locale. */
    private static String decimal(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }
}
