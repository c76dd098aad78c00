package org.ipcbench.report.csv;

import static org.ipcbench.report.csv.CsvColumn.MICROS_PER_SECOND;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.figure.VariantPair;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/** The columns that compare a variant with the first one, as tables do; empty for the first one itself. */
final class VariantColumns {
    private static final int DIGITS = 6;
    private static final double PERCENT = 100;

    private final Map<CellResult, VariantPair.Judged> rows = new HashMap<>();

    VariantColumns(RunResult run) {
        VariantPair.judged(run).forEach(row -> rows.put(row.pair().other(), row));
    }

    List<CsvColumn> ratios() {
        return List.of(
                ratio("RatioToFirstVariant", comparison -> Optional.of(comparison.ratio())),
                ratio(
                        "RatioToFirstVariantCiLow",
                        comparison -> comparison.interval().map(Interval::low)),
                ratio(
                        "RatioToFirstVariantCiHigh",
                        comparison -> comparison.interval().map(Interval::high)));
    }

    List<CsvColumn> differences() {
        return List.of(
                longer("MicrosLongerThanFirstVariant", difference -> Optional.of(difference.seconds())),
                longer(
                        "MicrosLongerThanFirstVariantCiLow",
                        difference -> difference.interval().map(Interval::low)),
                longer(
                        "MicrosLongerThanFirstVariantCiHigh",
                        difference -> difference.interval().map(Interval::high)),
                column(
                        "MinimumDetectableDifferencePercent",
                        row -> row.minimumDetectableDifference().map(share -> PERCENT * share)));
    }

    private CsvColumn ratio(String name, Function<Comparison, Optional<Double>> figure) {
        return column(name, row -> row.pair().comparison().flatMap(figure));
    }

    private CsvColumn longer(String name, Function<TimeDifference, Optional<Double>> seconds) {
        return column(name, row -> row.longer().flatMap(seconds).map(value -> MICROS_PER_SECOND * value));
    }

    private CsvColumn column(String name, Function<VariantPair.Judged, Optional<Double>> figure) {
        return CsvColumn.cell(
                name,
                result -> Optional.ofNullable(rows.get(result))
                        .flatMap(figure)
                        .map(value -> CsvColumn.decimal(value, DIGITS))
                        .orElse(CsvColumn.NONE));
    }
}
