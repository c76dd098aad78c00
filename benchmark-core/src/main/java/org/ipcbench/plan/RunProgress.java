package org.ipcbench.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.plan.cell.Cell;

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

    /**
     * How far a cell has come.
     *
     * @param cell the cell
     * @param figures its figures; empty if no iteration yielded any
     * @param doubts what makes its figures suspect or wide, without what the user accepts
     * @param isReplaced whether it was measured again as a whole, so that nothing earlier counts
     * @param extraRounds rounds of its extra iterations, even of failed ones
     * @param againRounds rounds in which it was measured again, even if that failed
     */
    public record CellProgress(
            Cell cell,
            Optional<Summary> figures,
            Set<Reason.Kind> doubts,
            boolean isReplaced,
            Set<Integer> extraRounds,
            Set<Integer> againRounds) {
        public CellProgress {
            doubts = Set.copyOf(doubts);
            extraRounds = Set.copyOf(extraRounds);
            againRounds = Set.copyOf(againRounds);
        }
    }
}
