package org.ipcbench.report.csv;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.report.table.VariantPair;

/** The columns that compare a variant with the first one; empty for the first one itself. */
final class VariantColumns {
    private static final int DIGITS = 6;

    private final Map<CellResult, Comparison> comparisons = new HashMap<>();

    VariantColumns(RunResult run) {
        VariantPair.of(run).forEach(pair -> pair.comparison().ifPresent(each -> comparisons.put(pair.other(), each)));
    }

    List<CsvColumn> all() {
        return List.of(
                column("RatioToFirstVariant", comparison -> Optional.of(comparison.ratio())),
                column(
                        "RatioToFirstVariantCiLow",
                        comparison -> comparison.interval().map(Interval::low)),
                column(
                        "RatioToFirstVariantCiHigh",
                        comparison -> comparison.interval().map(Interval::high)));
    }

    private CsvColumn column(String name, Function<Comparison, Optional<Double>> figure) {
        return CsvColumn.cell(
                name,
                result -> Optional.ofNullable(comparisons.get(result))
                        .flatMap(figure)
                        .map(value -> CsvColumn.decimal(value, DIGITS))
                        .orElse(""));
    }
}
