package org.ipcbench.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What is known of the cells of a run so far. It keeps of a cell what reports need, a few KB; the histogram of every
 * iteration is in the run's record.
 */
public final class RunTally {
    private final Plan plan;
    private final Map<Cell, CellTally> tallies = new LinkedHashMap<>();

    /** Nothing is measured yet. */
    public RunTally(Plan plan) {
        this.plan = plan;
        for (Cell cell : plan.cells()) {
            tallies.computeIfAbsent(cell, added -> new CellTally(added, plan.iterations()))
                    .expect(plan.iterations());
        }
    }

    /** Adds what came of an iteration; one of a cell that is not in the plan is passed over. */
    public void add(IterationResult result) {
        CellTally tally = tallies.get(result.turn().cell());
        if (tally != null) {
            tally.add(result);
        }
    }

    /** Number of cells. */
    public int cells() {
        return plan.cells().size();
    }

    /** Puts together what is known so far. */
    public RunResult result(boolean interrupted) {
        return new RunResult(
                plan.cells().stream()
                        .map(cell -> Objects.requireNonNull(tallies.get(cell)).result())
                        .toList(),
                interrupted);
    }
}
