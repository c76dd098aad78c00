package org.ipcbench.report;

import java.util.List;
import java.util.stream.Collectors;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.Dimension;
import org.ipcbench.plan.RunResult;

/**
 * The names of a run's cells.
 *
 * @param dimensions those that a name has to tell
 */
record CellNames(List<Dimension> dimensions) {

    /**
     * Names that tell numbers which a cell does not leave at their default, and names of which the run has several.
     *
     * @param told dimensions that are told already where the name stands
     */
    static CellNames of(RunResult run, List<Dimension> told) {
        List<Cell> cells = run.cells().stream().map(CellResult::cell).toList();
        return new CellNames(run.dimensions().stream()
                .filter(dimension -> !told.contains(dimension))
                .filter(dimension -> dimension.isNumeric() || dimension.varies(cells))
                .toList());
    }

    /** The dimensions that the name of this cell tells. */
    List<Dimension> dimensions(Cell cell) {
        return dimensions.stream()
                .filter(dimension -> dimension.of(cell).isPresent())
                .toList();
    }

    /** The name of a cell, to stand behind what is told already. */
    String suffix(Cell cell) {
        return dimensions(cell).stream()
                .map(dimension -> ", " + dimension.named(cell))
                .collect(Collectors.joining());
    }
}
