package org.ipcbench.cli.terminal;

import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.CellNames;

/**
 * The names of a run's iterations in progress lines and bars.
 *
 * @param further the part of a cell's name after transport and size
 */
record IterationNames(CellNames further) {

    static IterationNames of(Plan plan) {
        return new IterationNames(CellNames.of(plan, Dimension.TRANSPORT_AND_SIZE));
    }

    /** For example {@code tcp 4096 bytes, buffer 65536, same-cpu, iteration 2}. */
    String of(Plan.Turn turn) {
        Cell cell = turn.cell();
        return "%s %d bytes%s, iteration %d%s"
                .formatted(
                        cell.transportId(),
                        cell.requestBytes(),
                        further.suffix(cell),
                        turn.iteration(),
                        switch (turn.part()) {
                            case PLANNED -> "";
                            case REPETITION -> ", once more";
                            case BASELINE -> ", baseline";
                            case EXTRA -> ", extra";
                            case AGAIN -> ", again";
                        });
    }
}
