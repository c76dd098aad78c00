package org.ipcbench.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.analysis.Summary;
import org.ipcbench.plan.RunProgress.CellProgress;
import org.ipcbench.plan.cell.Cell;

/** Runs whose cells have figures, and no doubts. */
public final class SampleProgress {
    private SampleProgress() {}

    /** A run in which time plays no part. */
    public static RunProgress of(int rounds, Map<Cell, Optional<Summary>> figures) {
        return of(rounds, figures, StoppingRule.Pace.NONE);
    }

    static RunProgress of(int rounds, Map<Cell, Optional<Summary>> figures, StoppingRule.Pace pace) {
        List<CellProgress> cells = figures.entrySet().stream()
                .map(cell -> new CellProgress(cell.getKey(), cell.getValue(), Set.of(), false, Set.of(), Set.of()))
                .toList();
        return new RunProgress(rounds, cells, pace);
    }
}
