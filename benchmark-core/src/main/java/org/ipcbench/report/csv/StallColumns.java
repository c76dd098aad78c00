package org.ipcbench.report.csv;

import static org.ipcbench.report.csv.CsvColumn.NANOS_PER_MICRO;
import static org.ipcbench.report.csv.CsvColumn.decimal;
import static org.ipcbench.report.csv.CsvColumn.figure;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.ipcbench.measure.result.MachineStalls;

/** Columns of the CSV about the machine's stalls, which are empty if no thread has looked for them. */
final class StallColumns {
    private static final int SHARE_DIGITS = 6;

    private StallColumns() {}

    static List<CsvColumn> all() {
        return List.of(
                stalls("MachineStallShare", MachineStalls::share, SHARE_DIGITS),
                stalls("MachineStallMaxMicros", stalls -> stalls.longestNanos() / NANOS_PER_MICRO, 3),
                explained("LatencyP99MachineShare", 99),
                explained("LatencyP999MachineShare", 99.9),
                explained("LatencyP9999MachineShare", 99.99));
    }

    private static CsvColumn stalls(String name, ToDoubleFunction<MachineStalls> value, int digits) {
        return figure(
                name,
                summary -> summary.stalls().isKnown()
                        ? decimal(value.applyAsDouble(summary.stalls()), digits)
                        : CsvColumn.NONE);
    }

    private static CsvColumn explained(String name, double percentile) {
        return figure(name, summary -> decimal(summary.stallEffect().shareBeyond(percentile), 1));
    }
}
