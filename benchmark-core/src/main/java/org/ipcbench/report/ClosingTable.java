package org.ipcbench.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.Verdict;
import org.ipcbench.measure.Question;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.RunResult;
import org.ipcbench.transport.WaitStrategy;

/**
 * All cells of a run, the fastest first, those without figures last. What burns a CPU while it waits is not ranked
 * against what sleeps: each wait strategy has a table of its own.
 */
public final class ClosingTable {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Below this, a tenth of a microsecond would be too coarse to tell rings apart. */
    private static final double FINE_MICROS = 10;

    private final Locale locale;

    /** Decimals as this locale writes them; the headings are the suite's terms and not translated. */
    public ClosingTable(Locale locale) {
        this.locale = locale;
    }

    /** Cells that may be ranked against each other: the same question, and the same way of waiting. */
    private record Ranking(Question kind, WaitStrategy waits) implements Comparable<Ranking> {
        static Ranking of(CellResult result) {
            return new Ranking(
                    result.cell().workload().question(),
                    result.cell().transport().traits().waitStrategy());
        }

        @Override
        public int compareTo(Ranking other) {
            return Comparator.comparing(Ranking::kind)
                    .thenComparing(Ranking::waits)
                    .compare(this, other);
        }

        String heading() {
            return switch (waits) {
                case BLOCKING -> "a waiting peer sleeps:";
                case SPINNING -> "a waiting peer keeps its CPU busy:";
                case NONE -> "no second process, nobody waits:";
            };
        }
    }

    public String of(RunResult result) {
        Map<Ranking, List<CellResult>> rankings = new TreeMap<>();
        result.cells()
                .forEach(cell -> rankings.computeIfAbsent(Ranking.of(cell), unused -> new ArrayList<>())
                        .add(cell));
        boolean buffers =
                result.cells().stream().anyMatch(cell -> cell.cell().bufferSizeBytes() != Cell.DEFAULT_BUFFER);
        boolean auxiliaries = result.cells().stream()
                .flatMap(cell -> cell.summary().stream())
                .anyMatch(summary -> summary.auxiliaryCpuSeconds().isPresent());
        StringBuilder text = new StringBuilder();
        rankings.forEach((ranking, cells) -> {
            if (rankings.size() > 1) {
                text.append(ranking.heading()).append(System.lineSeparator());
            }
            boolean losses = cells.stream()
                    .anyMatch(cell -> cell.cell().transport().traits().lossy());
            cells.sort(Comparator.comparingDouble(ClosingTable::rate).reversed());
            text.append(AsciiTable.getTable(
                            AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS,
                            cells,
                            columns(ranking.kind(), buffers, losses, auxiliaries)))
                    .append(System.lineSeparator());
        });
        return text.toString();
    }

    /**
     * Why some figures deserve doubt, and why some cells have none; one line each, and one for a placement that this
     * machine does not offer; empty where all is well.
     */
    public String doubts(RunResult result) {
        CellNames names = CellNames.of(result);
        Set<String> lines = new LinkedHashSet<>();
        for (CellResult cell : result.cells()) {
            Verdict verdict = cell.verdict();
            if (verdict.level() != Verdict.Level.VALID) {
                lines.add("%s, %s: %s%n"
                        .formatted(name(cell.cell(), names), state(cell), String.join("; ", verdict.reasons())));
            }
        }
        return String.join("", lines);
    }

    private static String name(Cell cell, CellNames names) {
        return cell.lacksItsPlacement()
                ? cell.placementName()
                : "%s, %d bytes%s".formatted(cell.transportId(), cell.sizeBytes(), names.suffix(cell));
    }

    private List<ColumnData<CellResult>> columns(Question kind, boolean buffers, boolean losses, boolean auxiliaries) {
        List<ColumnData<CellResult>> columns = new ArrayList<>(List.of(
                text("transport", result -> result.cell().transportId()),
                number("bytes", result -> Integer.toString(result.cell().sizeBytes())),
                text("placement", result -> result.cell().placementName())));
        if (buffers) {
            columns.add(2, number("buffer", result -> buffer(result.cell())));
        }
        columns.addAll(
                switch (kind) {
                    case THROUGHPUT ->
                        List.of(
                                figure("MiB/s", summary -> decimal("%.1f", summary.mebibytesPerSecond())),
                                figure("messages/s", summary -> decimal("%.0f", summary.messagesPerSecond())),
                                figure("p50 us", summary -> percentile(summary, 50)),
                                figure("p99 us", summary -> percentile(summary, 99)));
                    case LATENCY ->
                        List.of(
                                figure("round trips/s", summary -> decimal("%.0f", summary.messagesPerSecond())),
                                figure("mean us", summary -> micros(summary.meanLatencyNanos())),
                                figure("p50 us", summary -> percentile(summary, 50)),
                                figure("p99 us", summary -> percentile(summary, 99)),
                                figure("p99.9 us", summary -> percentile(summary, 99.9)));
                    case BLOCK ->
                        List.of(
                                figure("MiB/s", summary -> decimal("%.1f", summary.mebibytesPerSecond())),
                                figure("mean ms", summary -> millis(summary.meanLatencyNanos())),
                                figure(
                                        "max ms",
                                        summary -> millis(OptionalDouble.of(summary.latencyPercentileNanos(100)))));
                    case TRANSFER ->
                        List.of(
                                figure("s/file", summary -> decimal("%.6f", summary.meanSeconds())),
                                figure("MiB/s", summary -> decimal("%.1f", summary.mebibytesPerSecond())),
                                figure("messages/s", summary -> decimal("%.0f", summary.messagesPerSecond())));
                });
        if (losses) {
            columns.add(figure("success %", summary -> decimal("%.2f", summary.successRatePercent())));
        }
        columns.addAll(List.of(
                figure("client CPU s", summary -> decimal("%.3f", summary.clientCpuSeconds())),
                figure("server CPU s", summary -> decimal("%.3f", summary.serverCpuSeconds()))));
        if (auxiliaries) {
            columns.add(figure("driver CPU s", this::auxiliaryCpu));
        }
        columns.addAll(
                List.of(text("waits", result -> result.cell().waitStrategy()), text("verdict", ClosingTable::state)));
        return columns;
    }

    private static String buffer(Cell cell) {
        return cell.bufferSizeBytes() == Cell.DEFAULT_BUFFER ? "" : Integer.toString(cell.bufferSizeBytes());
    }

    private static String state(CellResult result) {
        return result.summary().isPresent()
                ? result.verdict().level().label()
                : result.status().label();
    }

    private static double rate(CellResult result) {
        return result.summary()
                .map(summary -> switch (result.cell().workload().question()) {
                    case THROUGHPUT -> summary.mebibytesPerSecond();
                    case LATENCY -> summary.messagesPerSecond();
                    case BLOCK -> summary.mebibytesPerSecond();
                    case TRANSFER -> 1 / summary.meanSeconds(); // an empty one has no MiB/s
                })
                .orElse(-1.0);
    }

    private static ColumnData<CellResult> text(String header, Function<CellResult, String> value) {
        return new Column().header(header).dataAlign(HorizontalAlign.LEFT).with(value);
    }

    private static ColumnData<CellResult> number(String header, Function<CellResult, String> value) {
        return new Column()
                .header(header)
                .headerAlign(HorizontalAlign.RIGHT)
                .dataAlign(HorizontalAlign.RIGHT)
                .with(value);
    }

    private static ColumnData<CellResult> figure(String header, Function<Summary, String> value) {
        return number(header, cell -> cell.summary().map(value).orElse(""));
    }

    private String auxiliaryCpu(Summary summary) {
        return summary.auxiliaryCpuSeconds().isPresent()
                ? decimal("%.3f", summary.auxiliaryCpuSeconds().getAsDouble())
                : "";
    }

    private String percentile(Summary summary, double percentile) {
        return micros(
                summary.latencies().count() == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(summary.latencyPercentileNanos(percentile)));
    }

    private String millis(OptionalDouble nanos) {
        return nanos.isPresent() ? decimal("%.3f", nanos.getAsDouble() / NANOS_PER_MILLI) : "";
    }

    private String micros(OptionalDouble nanos) {
        if (nanos.isEmpty()) {
            return "";
        }
        double micros = nanos.getAsDouble() / NANOS_PER_MICRO;
        return decimal(micros < FINE_MICROS ? "%.2f" : "%.1f", micros);
    }

    private String decimal(String format, double value) {
        return String.format(locale, format, value);
    }
}
