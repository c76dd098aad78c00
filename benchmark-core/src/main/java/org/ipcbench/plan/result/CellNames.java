package org.ipcbench.plan.result;

import java.util.List;
import java.util.stream.Collectors;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;

/**
 * The names of a run's cells.
 *
 * @param dimensions those that a name has to tell
 */
public record CellNames(List<Dimension> dimensions) {
    public CellNames {
        dimensions = List.copyOf(dimensions);
    }

    /**
     * Names that tell numbers which a cell does not leave at their default, and names of which the run has several.
     *
     * @param told dimensions that are told already where the name stands
     */
    public static CellNames of(RunResult run, List<Dimension> told) {
        return of(run.cells().stream().map(CellResult::cell).toList(), run.dimensions(), told);
    }

    /** The same names before anything is measured. */
    public static CellNames of(Plan plan, List<Dimension> told) {
        return of(plan.cells(), Dimension.ALL, told);
    }

    private static CellNames of(List<Cell> cells, List<Dimension> dimensions, List<Dimension> told) {
        return new CellNames(dimensions.stream()
                .filter(dimension -> !told.contains(dimension))
                .filter(dimension -> dimension.isNumeric() || dimension.varies(cells))
                .toList());
    }

    /** The dimensions that the name of this cell tells. */
    public List<Dimension> dimensions(Cell cell) {
        return dimensions.stream()
                .filter(dimension -> dimension.of(cell).isPresent())
                .toList();
    }

    /** The name of a cell, to stand behind what is told already. */
    public String suffix(Cell cell) {
        return dimensions(cell).stream()
                .map(dimension -> ", " + dimension.named(cell))
                .collect(Collectors.joining());
    }
}
