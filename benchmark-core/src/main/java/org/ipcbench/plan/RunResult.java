package org.ipcbench.plan;

import java.util.List;

/**
 * What came of a run.
 *
 * @param cells in the order of the plan
 * @param interrupted whether the user ended it early
 */
public record RunResult(List<CellResult> cells, boolean interrupted) {
    public RunResult {
        cells = List.copyOf(cells);
    }

    /** Puts together what is known so far. */
    public static RunResult of(Plan plan, List<IterationResult> results, boolean interrupted) {
        RunTally tally = new RunTally(plan);
        results.forEach(tally::add);
        return tally.result(interrupted);
    }
}
