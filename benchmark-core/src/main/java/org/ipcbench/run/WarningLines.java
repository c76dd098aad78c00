package org.ipcbench.run;

import java.util.function.Consumer;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.rounds.RunListener;

/**
 * One line for every problem that did not cost figures.
 *
 * @param lines gets the lines
 */
record WarningLines(Consumer<String> lines) implements RunListener {

    @Override
    public void warned(String warning) {
        lines.accept(warning);
    }

    @Override
    public void iterationRepeated(IterationResult paused) {
        lines.accept(paused.failure());
    }
}
