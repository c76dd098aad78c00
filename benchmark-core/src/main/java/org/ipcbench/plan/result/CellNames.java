package org.ipcbench.plan.result;

import java.util.List;
import java.util.stream.Collectors;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;

/**
 * The names of a run's cells.
 *
 * @param dimensions the dimensions that names contain
 */
public record CellNames(List<Dimension> dimensions) {
    public CellNames {
        dimensions = List.copyOf(dimensions);
    }

    /**
     * Names with the numbers that differ from a cell's default, and with the properties that differ among the run's cells.
     *
     * @param shown dimensions that the context of the name shows already
     */
    public static CellNames of(RunResult run, List<Dimension> shown) {
        return of(run.cells().stream().map(CellResult::cell).toList(), run.dimensions(), shown);
    }

    /**
     * Names with what differs among the run's cells, and nothing else.
     *
     * @param shown dimensions that the context of the name shows already
     */
    public static CellNames ofVarying(RunResult run, List<Dimension> shown) {
        List<Cell> cells = run.cells().stream().map(CellResult::cell).toList();
        return new CellNames(run.dimensions().stream()
                .filter(dimension -> !shown.contains(dimension) && dimension.varies(cells))
                .toList());
    }

    /** Returns the names of a run's cells before anything is measured. */
    public static CellNames of(Plan plan, List<Dimension> shown) {
        return of(plan.cells(), Dimension.ALL, shown);
    }

    private static CellNames of(List<Cell> cells, List<Dimension> dimensions, List<Dimension> shown) {
        return new CellNames(dimensions.stream()
                .filter(dimension -> !shown.contains(dimension))
                .filter(dimension -> dimension.isNumeric() || dimension.varies(cells))
                .toList());
    }

    /** The dimensions that the name of this cell contains. */
    public List<Dimension> dimensions(Cell cell) {
        return dimensions.stream()
                .filter(dimension -> dimension.of(cell).isPresent())
                .toList();
    }

    /** The name of a cell, to be appended to what the context shows already. */
    public String suffix(Cell cell) {
        return suffix(cell, ", ");
    }

    /** The same where commas separate cells. */
    public String suffixWithoutCommas(Cell cell) {
        return suffix(cell, " ");
    }

    private String suffix(Cell cell, String separator) {
        return dimensions(cell).stream()
                .map(dimension -> separator + dimension.named(cell))
                .collect(Collectors.joining());
    }
}
