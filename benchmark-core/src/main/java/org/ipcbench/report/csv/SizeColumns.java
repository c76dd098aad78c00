package org.ipcbench.report.csv;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.measure.sample.Percentiles;

/**
 * Columns of calls whose sizes differ. Each has a value for every class of sizes, the smallest sizes first, because the number of
 * classes differs from cell to cell.
 */
final class SizeColumns {
    private SizeColumns() {}

    static List<CsvColumn> all() {
        return List.of(
                ofClasses("SizeClassBytes", size -> CsvColumn.Value.of(size.getKey())),
                percentile("SizeClassP50Micros", Percentiles.MEDIAN),
                percentile("SizeClassP99Micros", Percentiles.P99));
    }

    private static CsvColumn percentile(String name, double percentile) {
        return ofClasses(
                name,
                size -> CsvColumn.decimal(size.getValue().percentileNanos(percentile), CsvColumn.NANOS_PER_MICRO));
    }

    private static CsvColumn ofClasses(
            String name, Function<Map.Entry<Integer, CellLatencies>, CsvColumn.Value> value) {
        return CsvColumn.figure(
                name,
                summary -> new CsvColumn.Value.Several(
                        summary.latenciesBySize().entrySet().stream().map(value).toList()));
    }
}
