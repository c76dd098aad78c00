package org.ipcbench.plan;

import java.util.Optional;
import java.util.Set;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.doubt.Reason;
import org.ipcbench.plan.cell.Cell;

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
