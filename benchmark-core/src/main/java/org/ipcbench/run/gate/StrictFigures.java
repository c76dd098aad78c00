package org.ipcbench.run.gate;

import java.util.List;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;

/**
 * The rule of {@code --strict}: each cell of a run needs a figure that is not invalid. A group's member may have no figure,
 * because a group means the transports that the machine offers; a member that fails changes the exit code anyway.
 *
 * @param named ids of the transports that the user named one by one
 */
public record StrictFigures(List<String> named) {
    /** One line for each cell that lacks a valid figure; empty if the user ended the run early. */
    public List<String> complaints(RunResult run) {
        CellNames names = CellNames.of(run, Dimension.TRANSPORT_AND_SIZE);
        return run.cells().stream()
                .filter(cell -> !run.interrupted() && lacksFigure(cell))
                .map(cell -> "--strict: %s, %d bytes%s: no valid figure (%s)"
                        .formatted(
                                cell.cell().transportId(),
                                cell.cell().requestBytes(),
                                names.suffix(cell.cell()),
                                cell.summary().isPresent()
                                        ? cell.verdict().level().label()
                                        : cell.status().label()))
                .toList();
    }

    private boolean lacksFigure(CellResult cell) {
        return cell.verdict().level() == Verdict.Level.INVALID
                && (cell.summary().isPresent() || named.contains(cell.cell().transportId()));
    }
}
