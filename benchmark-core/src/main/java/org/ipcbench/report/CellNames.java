package org.ipcbench.report;

import java.util.Optional;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.CellResult;
import org.ipcbench.plan.RunResult;

/**
 * What tells the cells of a run apart beside transport, question and size.
 *
 * @param placementsVary whether there are several placements, so that each has to be named
 */
record CellNames(boolean placementsVary) {

    static CellNames of(RunResult run) {
        return new CellNames(run.cells().stream()
                        .map(CellResult::cell)
                        .map(Cell::placementName)
                        .distinct()
                        .count()
                > 1);
    }

    /** The buffer's size in bytes, where one was asked for. */
    Optional<Integer> buffer(Cell cell) {
        return cell.bufferSizeBytes() == Cell.DEFAULT_BUFFER ? Optional.empty() : Optional.of(cell.bufferSizeBytes());
    }

    /** The placement, where there are several. */
    Optional<String> placement(Cell cell) {
        return placementsVary ? Optional.of(cell.placementName()) : Optional.empty();
    }

    /** Both, to stand behind what else a cell is called by. */
    String suffix(Cell cell) {
        return buffer(cell).map(bytes -> ", buffer " + bytes).orElse("")
                + placement(cell).map(name -> ", " + name).orElse("");
    }
}
