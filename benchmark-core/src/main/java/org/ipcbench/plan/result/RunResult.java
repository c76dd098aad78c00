package org.ipcbench.plan.result;

import java.util.List;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Dimension;

/**
 * The result of a run.
 *
 * @param cells in the order of the plan
 * @param interrupted whether the user ended it early
 * @param dimensions the dimensions that distinguish its cells
 */
public record RunResult(List<CellResult> cells, boolean interrupted, List<Dimension> dimensions) {
    public RunResult {
        cells = List.copyOf(cells);
        dimensions = List.copyOf(dimensions);
    }

    /** A run of cells with the usual dimensions. */
    public RunResult(List<CellResult> cells, boolean interrupted) {
        this(cells, interrupted, Dimension.ALL);
    }

    /** Combines the results so far. */
    public static RunResult of(Plan plan, List<IterationResult> results, boolean interrupted) {
        RunTally tally = new RunTally(plan);
        results.forEach(tally::add);
        return tally.result(interrupted);
    }
}
