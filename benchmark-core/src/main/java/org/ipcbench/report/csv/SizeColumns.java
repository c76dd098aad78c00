package org.ipcbench.report.csv;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.measure.sample.Percentiles;

/**
 * Columns of calls whose sizes differ. Each has a value for every class of sizes, the smallest sizes first, because the number of
 * classes differs from cell to cell.
 */
final class SizeColumns {
    private static final String SEPARATOR = ";";

    private SizeColumns() {}

    static List<CsvColumn> all() {
        return List.of(
                ofClasses("SizeClassBytes", size -> Integer.toString(size.getKey())),
                percentile("SizeClassP50Micros", Percentiles.MEDIAN),
                percentile("SizeClassP99Micros", Percentiles.P99));
    }

    private static CsvColumn percentile(String name, double percentile) {
        return ofClasses(
                name,
                size -> CsvColumn.decimal(size.getValue().percentileNanos(percentile), CsvColumn.NANOS_PER_MICRO));
    }

    private static CsvColumn ofClasses(String name, Function<Map.Entry<Integer, CellLatencies>, String> value) {
        return CsvColumn.figure(name, summary -> joined(summary, value));
    }

    private static String joined(Summary summary, Function<Map.Entry<Integer, CellLatencies>, String> value) {
        return summary.latenciesBySize().entrySet().stream().map(value).collect(Collectors.joining(SEPARATOR));
    }
}
