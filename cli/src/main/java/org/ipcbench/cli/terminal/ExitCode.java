package org.ipcbench.cli.terminal;

import java.util.List;
import org.ipcbench.plan.cell.CellStatus;
import org.ipcbench.plan.result.CellResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.run.RunOutcome;

/** How the program ends. */
public enum ExitCode {
    MEASURED(0),
    FAILED(1),
    USAGE(2),
    /** A gate neither holds nor fails, or could not compare a cell. {@code git bisect run} skips such a commit. */
    UNDECIDED(125),
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The exit code of a run; takes missing files into account. A cell that failed leaves a gate undecided. */
    public static ExitCode of(RunOutcome outcome) {
        ExitCode measured = of(outcome.result(), outcome.named(), outcome.isEndWanted());
        if (!outcome.gate().failures().isEmpty() || outcome.brokenOff().isPresent()) {
            return FAILED;
        }
        if (measured == INTERRUPTED) {
            return measured;
        }
        if (!outcome.troubles().isEmpty()) {
            return FAILED;
        }
        return outcome.gate().isOpen() ? UNDECIDED : measured;
    }

    /**
     * The exit code of the figures.
     *
     * @param named ids of the transports that the user named one by one and that must be available
     * @param isEndWanted whether an early end is what the user asked for, and no interruption
     */
    static ExitCode of(RunResult result, List<String> named, boolean isEndWanted) {
        if (result.interrupted() && !isEndWanted) {
            return INTERRUPTED;
        }
        boolean failed = result.cells().stream().anyMatch(CellResult::hasFailures);
        boolean missing = result.cells().stream()
                .anyMatch(cell -> cell.status() == CellStatus.UNAVAILABLE
                        && named.contains(cell.cell().transportId()));
        boolean nothing = result.cells().stream().noneMatch(cell -> cell.status() == CellStatus.MEASURED);
        return failed || missing || nothing ? FAILED : MEASURED;
    }
}
