package org.ipcbench.report.csv;

import static org.ipcbench.report.csv.CsvColumn.MICROS_PER_SECOND;
import static org.ipcbench.report.csv.CsvColumn.cell;
import static org.ipcbench.report.csv.CsvColumn.decimal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.figure.Ranking;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/** The columns that compare a cell with the others of its table; without intervals for the fastest of them. */
final class RankColumns {
    private static final int DIGITS = 6;

    private final Map<CellResult, Ranking> rankings = new HashMap<>();

    RankColumns(RunResult run) {
        Ranking.of(run).forEach(ranking -> ranking.cells().forEach(cell -> rankings.put(cell, ranking)));
    }

    List<CsvColumn> all() {
        return List.of(
                column("Rank", (ranking, cell) -> ranking.rank(cell).map(CsvColumn.Value::of)),
                ratio("TimesOfBest", Comparison::ratio),
                ratioEnd("TimesOfBestCiLow", Interval::low),
                ratioEnd("TimesOfBestCiHigh", Interval::high),
                longer("MicrosLongerThanBest", difference -> Optional.of(difference.seconds())),
                longer(
                        "MicrosLongerThanBestCiLow",
                        difference -> difference.interval().map(Interval::low)),
                longer(
                        "MicrosLongerThanBestCiHigh",
                        difference -> difference.interval().map(Interval::high)));
    }

    private CsvColumn column(String name, BiFunction<Ranking, CellResult, Optional<CsvColumn.Value>> value) {
        return cell(
                name,
                result -> Optional.ofNullable(rankings.get(result))
                        .flatMap(ranking -> value.apply(ranking, result))
                        .orElse(CsvColumn.NONE));
    }

    private CsvColumn ratio(String name, ToDoubleFunction<Comparison> figure) {
        return column(
                name,
                (ranking, cell) -> ranking.behindFastest(cell)
                        .map(comparison -> decimal(figure.applyAsDouble(comparison), DIGITS)));
    }

    private CsvColumn ratioEnd(String name, ToDoubleFunction<Interval> end) {
        return column(
                name,
                (ranking, cell) -> ranking.behindFastest(cell)
                        .filter(unused -> cell != ranking.fastest())
                        .flatMap(Comparison::interval)
                        .map(interval -> decimal(end.applyAsDouble(interval), DIGITS)));
    }

    /** Empty for questions that measure rates and no times. */
    private CsvColumn longer(String name, Function<TimeDifference, Optional<Double>> seconds) {
        return column(
                name,
                (ranking, cell) -> cell == ranking.fastest()
                        ? Optional.empty()
                        : ranking.longerThanFastest(cell)
                                .flatMap(seconds)
                                .map(value -> decimal(MICROS_PER_SECOND * value, DIGITS)));
    }
}
