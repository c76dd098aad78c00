package org.ipcbench.report;

import com.opencsv.CSVWriterBuilder;
import com.opencsv.ICSVWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.ipcbench.analysis.Latencies;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.Verdict;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.RunResult;

/** One row a cell, RFC 4180, UTF-8, dot decimals; the first nine columns are those existing spreadsheets read. */
public final class CsvReport {
    public static final String FILE_NAME = "output.csv";

    static final List<String> KNOWN_COLUMNS = List.of(
            "Name",
            "PacketSize",
            "Iterations",
            "TotalDataSize",
            "AvgLatencySeconds",
            "AvgMessagesPerSecond",
            "AvgThroughputMBps",
            "MinLatencyMilliseconds",
            "MaxLatencyMilliseconds");
    static final List<String> FURTHER_COLUMNS = List.of(
            "Transport",
            "Workload",
            "Placement",
            "Status",
            "Messages",
            "Lost",
            "LatencyKind",
            "LatencyP50Micros",
            "LatencyP90Micros",
            "LatencyP99Micros",
            "LatencyP999Micros",
            "ThroughputCiLowMBps",
            "ThroughputCiHighMBps",
            "ClientCpuSeconds",
            "ServerCpuSeconds",
            "Verdict",
            "Reason",
            "LatencyMeanMicros",
            "LatencyP9999Micros",
            "WaitStrategy",
            "BufferSize",
            "SuccessRatePercent",
            "Duplicated",
            "Reordered",
            "Corrupt",
            "AuxiliaryCpuSeconds",
            "ClientAllocatedBytesPerMessage",
            "ServerAllocatedBytesPerMessage");

    private static final String LINE_END = "\r\n";
    private static final int KNOWN_FIGURES = 6;
    private static final int FIGURES_AFTER_STATUS = 11;
    private static final int LATER_FIGURES = 2;
    private static final int LOSS_FIGURES = 4;
    private static final int COST_FIGURES = 3;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Replaces the file at once, so that a reader sees the old table or the new one. */
    public void write(RunResult result, Path file) throws IOException {
        AtomicFile.replace(file, text(result));
    }

    String text(RunResult result) throws IOException {
        StringWriter text = new StringWriter();
        try (ICSVWriter writer =
                new CSVWriterBuilder(text).withLineEnd(LINE_END).build()) {
            writer.writeNext(columns(), false);
            for (CellResult cell : result.cells()) {
                writer.writeNext(row(cell), false);
            }
        }
        return text.toString();
    }

    private static String[] columns() {
        List<String> columns = new ArrayList<>(KNOWN_COLUMNS);
        columns.addAll(FURTHER_COLUMNS);
        return columns.toArray(String[]::new);
    }

    private static String[] row(CellResult result) {
        Cell cell = result.cell();
        Verdict verdict = result.verdict();
        List<String> row = new ArrayList<>();
        row.addAll(Arrays.asList(
                cell.transportName(),
                Integer.toString(cell.sizeBytes()),
                Integer.toString(result.plannedIterations())));
        row.addAll(result.summary().map(CsvReport::knownFigures).orElse(Collections.nCopies(KNOWN_FIGURES, "")));
        row.addAll(Arrays.asList(
                cell.transportId(),
                cell.workloadName(),
                cell.placementName(),
                result.status().label()));
        row.addAll(
                result.summary().map(CsvReport::furtherFigures).orElse(Collections.nCopies(FIGURES_AFTER_STATUS, "")));
        row.add(verdict.level().label());
        row.add(String.join("; ", verdict.reasons()));
        row.addAll(result.summary().map(CsvReport::laterFigures).orElse(Collections.nCopies(LATER_FIGURES, "")));
        row.add(cell.waitStrategy());
        row.add(cell.bufferSizeBytes() == Cell.DEFAULT_BUFFER ? "" : Integer.toString(cell.bufferSizeBytes()));
        row.addAll(result.summary().map(CsvReport::lossFigures).orElse(Collections.nCopies(LOSS_FIGURES, "")));
        row.addAll(result.summary().map(CsvReport::costFigures).orElse(Collections.nCopies(COST_FIGURES, "")));
        return row.toArray(String[]::new);
    }

    private static List<String> knownFigures(Summary summary) {
        Latencies latencies = summary.latencies();
        return List.of(
                decimal(summary.meanMebibytes(), 6),
                decimal(summary.meanSeconds(), 6),
                decimal(summary.messagesPerSecond(), 3),
                decimal(summary.mebibytesPerSecond(), 3),
                latency(latencies, latencies.minimumNanos(), NANOS_PER_MILLI),
                latency(latencies, latencies.maximumNanos(), NANOS_PER_MILLI));
    }

    private static List<String> furtherFigures(Summary summary) {
        Latencies latencies = summary.latencies();
        return List.of(
                Long.toString(summary.messages()),
                Long.toString(summary.losses().lost()),
                latencies.count() == 0 ? "" : summary.question().latencyLabel(),
                latency(latencies, latencies.percentileNanos(50), NANOS_PER_MICRO),
                latency(latencies, latencies.percentileNanos(90), NANOS_PER_MICRO),
                latency(latencies, latencies.percentileNanos(99), NANOS_PER_MICRO),
                latency(latencies, latencies.percentileNanos(99.9), NANOS_PER_MICRO),
                summary.throughputInterval().map(i -> decimal(i.low(), 3)).orElse(""),
                summary.throughputInterval().map(i -> decimal(i.high(), 3)).orElse(""),
                decimal(summary.clientCpuSeconds(), 6),
                decimal(summary.serverCpuSeconds(), 6));
    }

    /** Those that came after spreadsheets had learnt where verdict and reason are. */
    private static List<String> laterFigures(Summary summary) {
        Latencies latencies = summary.latencies();
        return List.of(
                summary.meanLatencyNanos().isPresent()
                        ? decimal(summary.meanLatencyNanos().getAsDouble() / NANOS_PER_MICRO, 6)
                        : "",
                latency(latencies, latencies.percentileNanos(99.99), NANOS_PER_MICRO));
    }

    private static List<String> lossFigures(Summary summary) {
        return List.of(
                decimal(summary.successRatePercent(), 3),
                Long.toString(summary.losses().duplicated()),
                Long.toString(summary.losses().reordered()),
                Long.toString(summary.losses().corrupt()));
    }

    private static List<String> costFigures(Summary summary) {
        return List.of(
                summary.auxiliaryCpuSeconds().isPresent()
                        ? decimal(summary.auxiliaryCpuSeconds().getAsDouble(), 6)
                        : "",
                decimal(summary.clientAllocatedBytesPerMessage(), 3),
                decimal(summary.serverAllocatedBytesPerMessage(), 3));
    }

    private static String latency(Latencies latencies, long nanos, double nanosPerUnit) {
        return latencies.count() == 0 ? "" : decimal(nanos / nanosPerUnit, 6);
    }

    /** Plain notation with a dot, whatever the locale. */
    private static String decimal(double value, int digits) {
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }
}
