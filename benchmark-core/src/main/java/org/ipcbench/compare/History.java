package org.ipcbench.compare;

import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ipcbench.analysis.statistics.ChangePoint;
import org.ipcbench.analysis.statistics.Holm;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.compare.Side.CellKey;
import org.ipcbench.compare.Side.MeasuredCell;
import org.ipcbench.compare.SideComparison.NotComparableException;

/**
 * Many runs in the order of their time, and for each cell the run in which it changed.
 *
 * @param runs the runs, the earliest first
 * @param cells the cells of all runs, those of the first run in their order before the others
 */
public record History(List<Side> runs, List<CellHistory> cells) {
    public History {
        runs = List.copyOf(runs);
        cells = List.copyOf(cells);
    }

    /**
     * Puts runs into their order. All cells are judged together, so that a wrong change among them is as rare as in one.
     *
     * @throws NotComparableException if there are too few, or if they are not alike
     */
    public static History of(List<Side> sides, References references) throws NotComparableException {
        if (sides.size() < ChangePoint.MIN_VALUES) {
            throw new NotComparableException(
                    "%d runs have no history; give %d or more".formatted(sides.size(), ChangePoint.MIN_VALUES));
        }
        for (int place = 0; place < sides.size(); place++) {
            if (sides.get(place).origin().startedAt().isEmpty()) {
                throw new NotComparableException("%s does not tell when it was measured"
                        .formatted(sides.get(place).name()));
            }
            SideComparison.requireReferences(references, sides.get(place));
            for (Side earlier : sides.subList(0, place)) {
                SideComparison.requireLike(earlier, sides.get(place));
            }
        }
        List<Side> runs = sides.stream()
                .sorted(Comparator.comparing(side -> side.origin().startedAt().orElse(Instant.EPOCH)))
                .toList();
        return new History(
                runs, judged(histories(runs.stream().map(references::dividing).toList())));
    }

    private static List<CellHistory> histories(List<Side> runs) {
        List<Map<CellKey, MeasuredCell>> cells = runs.stream().map(Side::byKey).toList();
        Set<CellKey> keys = new LinkedHashSet<>();
        cells.forEach(each -> keys.addAll(each.keySet()));
        return keys.stream()
                .map(key -> CellHistory.of(
                        key,
                        cells.stream()
                                .map(each -> Optional.ofNullable(each.get(key)))
                                .toList()))
                .toList();
    }

    private static List<CellHistory> judged(List<CellHistory> histories) {
        Iterator<Holm.Decision> decisions = Holm.judge(histories.stream()
                        .flatMap(cell -> cell.change().stream())
                        .map(ChangePoint::pValue)
                        .toList())
                .iterator();
        return histories.stream()
                .map(cell -> cell.change().isEmpty() || decisions.next().differs() ? cell : cell.unchanged())
                .toList();
    }

    /** What is known to differ between a run and the one before it. */
    public List<SideComparison.Difference> differences(int run) {
        return run == 0 ? List.of() : new SideComparison(runs.get(run - 1), runs.get(run), List.of()).differences();
    }

    /** Whether a run was certainly measured on another machine than the one before it. */
    public boolean isOfAnotherMachine(int run) {
        return run > 0
                && runs.get(run).origin().isAnotherMachine(runs.get(run - 1).origin());
    }

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
                            .filter(each -> each.work()
                                            .equals(first.orElseThrow().work())
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
}
