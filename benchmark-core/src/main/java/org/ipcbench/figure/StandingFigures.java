package org.ipcbench.figure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.TimeDifference;
import org.ipcbench.figure.Figure.Better;
import org.ipcbench.figure.Figure.Group;
import org.ipcbench.figure.Figure.Unit;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/**
 * How a cell stands beside the other cells of its table, and a variant beside the first one. The fastest cell has no intervals, the
 * first variant no figures.
 */
final class StandingFigures {
    private static final int DIGITS = 6;
    private static final double PERCENT = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<CellResult, Ranking> rankings = new HashMap<>();
    private final Map<CellResult, VariantPair.Judged> pairs = new HashMap<>();

    StandingFigures(RunResult run) {
        Ranking.of(run).forEach(ranking -> ranking.cells().forEach(cell -> rankings.put(cell, ranking)));
        VariantPair.judged(run).forEach(pair -> pairs.put(pair.pair().other(), pair));
    }

    List<Figure> ranks() {
        Figure times = ofRanking(
                "TimesOfBest",
                Unit.NONE,
                DIGITS,
                (ranking, cell) -> ranking.behindFastest(cell)
                        .map(comparison ->
                                cell == ranking.fastest() ? Value.of(comparison.ratio()) : value(comparison)));
        Figure longer = ofRanking(
                "MicrosLongerThanBest",
                Unit.MICROS,
                DIGITS,
                (ranking, cell) -> cell == ranking.fastest()
                        ? Optional.empty()
                        : ranking.longerThanFastest(cell).map(StandingFigures::value));
        return List.of(
                ofRanking(
                        "Rank",
                        Unit.NONE,
                        Figure.EXACT,
                        (ranking, cell) -> ranking.rank(cell).map(Value::of)),
                times,
                times.low("TimesOfBestCiLow", DIGITS),
                times.high("TimesOfBestCiHigh", DIGITS),
                longer,
                longer.low("MicrosLongerThanBestCiLow", DIGITS),
                longer.high("MicrosLongerThanBestCiHigh", DIGITS));
    }

    List<Figure> ratiosToFirstVariant() {
        Figure ratio = ofVariant(
                "RatioToFirstVariant",
                Unit.NONE,
                pair -> pair.pair().comparison().map(StandingFigures::value));
        return List.of(
                ratio, ratio.low("RatioToFirstVariantCiLow", DIGITS), ratio.high("RatioToFirstVariantCiHigh", DIGITS));
    }

    List<Figure> longerThanFirstVariant() {
        Figure longer = ofVariant(
                "MicrosLongerThanFirstVariant",
                Unit.MICROS,
                pair -> pair.longer().map(StandingFigures::value));
        return List.of(
                longer,
                longer.low("MicrosLongerThanFirstVariantCiLow", DIGITS),
                longer.high("MicrosLongerThanFirstVariantCiHigh", DIGITS),
                ofVariant(
                        "MinimumDetectableDifferencePercent",
                        Unit.PERCENT,
                        pair -> pair.minimumDetectableDifference().map(share -> Value.of(PERCENT * share))));
    }

    private static Value value(Comparison comparison) {
        return Value.of(comparison.ratio(), comparison.interval());
    }

    private static Value value(TimeDifference difference) {
        return Value.of(difference.seconds(), difference.interval()).scaled(1 / NANOS_PER_SECOND);
    }

    private Figure ofRanking(
            String column, Unit unit, int digits, BiFunction<Ranking, CellResult, Optional<Value>> value) {
        return figure(
                column,
                unit,
                digits,
                result -> Optional.ofNullable(rankings.get(result)).flatMap(ranking -> value.apply(ranking, result)));
    }

    private Figure ofVariant(String column, Unit unit, Function<VariantPair.Judged, Optional<Value>> value) {
        return figure(
                column,
                unit,
                DIGITS,
                result -> Optional.ofNullable(pairs.get(result)).flatMap(value));
    }

    private static Figure figure(String column, Unit unit, int digits, Function<CellResult, Optional<Value>> value) {
        return new Figure(
                Figure.Names.column(column),
                unit,
                Better.NEITHER,
                Group.RESULT,
                digits,
                result -> value.apply(result).orElse(Value.none()));
    }
}
