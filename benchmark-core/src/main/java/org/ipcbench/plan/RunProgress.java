package org.ipcbench.plan;

import java.util.List;
import java.util.function.Predicate;
import org.ipcbench.analysis.Summary;

/**
 * How far a run has come.
 *
 * @param rounds number of rounds so far
 * @param cells every cell that can be measured, in the order of the plan
 * @param pace how long the rounds took
 */
public record RunProgress(int rounds, List<CellProgress> cells, StoppingRule.Pace pace) {
    public RunProgress {
        cells = List.copyOf(cells);
    }

    /** The figures of every cell that has some. */
    List<Summary> figures() {
        return cells.stream().flatMap(cell -> cell.figures().stream()).toList();
    }

    /** The next round of all cells. */
    List<Plan.Turn> nextRound() {
        return nextRound(cell -> true);
    }

    /** The next round of these cells. */
    List<Plan.Turn> nextRound(Predicate<CellProgress> wanted) {
        return cells.stream()
                .filter(wanted)
                .map(cell -> new Plan.Turn(cell.cell(), rounds + 1))
                .toList();
    }
}
