package org.ipcbench.compare;

import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.analysis.statistics.ChangePoint;
import org.ipcbench.analysis.statistics.Holm;
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
}
