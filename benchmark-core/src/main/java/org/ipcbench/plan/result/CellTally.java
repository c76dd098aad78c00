package org.ipcbench.plan.result;

import java.util.Optional;
import org.ipcbench.analysis.Summary;
import org.ipcbench.analysis.Tally;
import org.ipcbench.plan.cell.Cell;

/** The results of a cell so far. */
final class CellTally {
    private final Cell cell;
    private final Tally figures = new Tally();
    private int failures;
    private String firstFailure = "";

    CellTally(Cell cell) {
        this.cell = cell;
    }

    void add(IterationResult result) {
        if (result.measurement().isPresent()) {
            figures.add(result.measurement().get(), result.turn().iteration());
            return;
        }
        if (failures == 0) {
            firstFailure = result.failure();
        }
        failures++;
    }

    /** Removes the measurements of a round that is measured again. */
    void discard(int round) {
        figures.discard(round);
    }

    /** Number of iterations, failed ones included. */
    int attempts() {
        return failures + figures.count();
    }

    Optional<Summary> figures() {
        return figures.summary();
    }

    CellResult result(int plannedIterations) {
        return new CellResult(cell, plannedIterations, failures, firstFailure, figures.summary());
    }
}
