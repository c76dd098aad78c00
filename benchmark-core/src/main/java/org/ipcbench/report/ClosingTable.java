package org.ipcbench.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.ipcbench.measure.Summary;
import org.ipcbench.measure.Verdict;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.RunResult;

/** All cells of a run in one table, the fastest first, those without figures last. */
public final class ClosingTable {
    private static final double NANOS_PER_MICRO = 1e3;

    private final Locale locale;

    /** Decimals as this locale writes them; the headings are the suite's terms and not translated. */
    public ClosingTable(Locale locale) {
        this.locale = locale;
    }

    public String of(RunResult result) {
        List<CellResult> sorted = result.cells().stream()
                .sorted(Comparator.comparingDouble(ClosingTable::rate).reversed())
                .toList();
        return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, sorted, columns())
                + System.lineSeparator();
    }

    /** Why some figures deserve doubt, and why some cells have none; one line each, empty where all is well. */
    public String doubts(RunResult result) {
        StringBuilder lines = new StringBuilder();
        for (CellResult cell : result.cells()) {
            Verdict verdict = cell.verdict();
            if (verdict.level() != Verdict.Level.VALID) {
                lines.append("%s, %d bytes, %s: %s%n"
                        .formatted(
                                cell.cell().transportId(),
                                cell.cell().sizeBytes(),
                                state(cell),
                                String.join("; ", verdict.reasons())));
            }
        }
        return lines.toString();
    }

    private List<ColumnData<CellResult>> columns() {
        return List.of(
                text("transport", result -> result.cell().transportId()),
                number("bytes", result -> Integer.toString(result.cell().sizeBytes())),
                text("placement", result -> result.cell().placementName()),
                figure("MiB/s", summary -> decimal("%.1f", summary.mebibytesPerSecond())),
                figure("messages/s", summary -> decimal("%.0f", summary.messagesPerSecond())),
                figure("p50 us", summary -> latency(summary, 50)),
                figure("p99 us", summary -> latency(summary, 99)),
                figure("client CPU s", summary -> decimal("%.3f", summary.clientCpuSeconds())),
                figure("server CPU s", summary -> decimal("%.3f", summary.serverCpuSeconds())),
                text("waits", result -> result.cell().waitStrategy()),
                text("verdict", ClosingTable::state));
    }

    private static String state(CellResult result) {
        return result.summary().isPresent()
                ? result.verdict().level().label()
                : result.status().label();
    }

    private static double rate(CellResult cell) {
        return cell.summary().map(Summary::mebibytesPerSecond).orElse(-1.0);
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

    private String latency(Summary summary, double percentile) {
        return summary.latencies().getTotalCount() == 0
                ? ""
                : decimal("%.1f", summary.latencies().getValueAtPercentile(percentile) / NANOS_PER_MICRO);
    }

    private String decimal(String format, double value) {
        return String.format(locale, format, value);
    }
}
