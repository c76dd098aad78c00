package org.ipcbench.cli;

import java.util.function.Consumer;
import org.ipcbench.plan.IterationResult;
import org.ipcbench.plan.RunListener;

/**
 * One line for an iteration that is repeated, with the reason.
 *
 * @param lines where the lines go
 */
record RepetitionLines(Consumer<String> lines) implements RunListener {

    @Override
    public void iterationRepeated(IterationResult paused) {
        lines.accept(paused.failure());
    }
}
