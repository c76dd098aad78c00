package org.ipcbench.compare;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ipcbench.analysis.statistics.ChangePoint;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;

/**
 * One cell in many runs.
 *
 * @param key the properties that the cells of all runs are matched by
 * @param figures the cell of each run; empty if the run has none that can be compared
 * @param change where it changed most clearly; empty if it did not change, or has too few figures
 */
public record CellHistory(CellKey key, List<Optional<MeasuredCell>> figures, Optional<ChangePoint> change) {
    public CellHistory {
        figures = List.copyOf(figures);
    }

    /** A cell whose change is not judged yet. Figures of other work than the first ones, or of another percentile, are left out. */
    static CellHistory of(CellKey key, List<Optional<MeasuredCell>> cells) {
        Optional<MeasuredCell> first = cells.stream()
                .flatMap(Optional::stream)
                .filter(MeasuredCell::isComparable)
                .findFirst();
        List<Optional<MeasuredCell>> figures = cells.stream()
                .map(cell -> cell.filter(MeasuredCell::isComparable)
                        .filter(each -> each.work().equals(first.orElseThrow().work())
                                && each.unit().equals(first.orElseThrow().unit())))
                .toList();
        return new CellHistory(
                key,
                figures,
                ChangePoint.of(figures.stream()
                        .flatMap(Optional::stream)
                        .map(CellHistory::speed)
                        .toList()));
    }

    /** Returns a copy that did not change. */
    CellHistory unchanged() {
        return new CellHistory(key, figures, Optional.empty());
    }

    /** Index of the first run after the change; empty if there is none. */
    public Optional<Integer> changedAt() {
        List<Integer> known = IntStream.range(0, figures.size())
                .filter(run -> figures.get(run).isPresent())
                .boxed()
                .toList();
        return change.map(each -> known.get(each.before()));
    }

    private static double speed(MeasuredCell cell) {
        return Sample.of(cell.speeds().values()).geometricMean();
    }

    /** The speed of each run with its interval, as multiples of the first known one; empty if the run has none. */
    public List<Optional<Relative>> relative() {
        double first = figures.stream()
                .flatMap(Optional::stream)
                .findFirst()
                .map(CellHistory::speed)
                .orElse(1.0);
        return figures.stream()
                .map(cell -> cell.map(each -> {
                    Sample speeds = Sample.of(each.speeds().values()).map(speed -> speed / first);
                    return new Relative(speeds.geometricMean(), speeds.geometricInterval());
                }))
                .toList();
    }

    /**
     * A speed as a multiple of another one.
     *
     * @param value the ratio
     * @param interval its interval; empty if the run has too few rounds
     */
    public record Relative(double value, Optional<Interval> interval) {}
}
