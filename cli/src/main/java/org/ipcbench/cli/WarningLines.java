package org.ipcbench.cli;

import java.util.function.Consumer;
import org.ipcbench.plan.RunListener;

/**
 * What went wrong in a run without costing figures.
 *
 * @param lines where the lines go
 */
record WarningLines(Consumer<String> lines) implements RunListener {

    @Override
    public void warned(String warning) {
        lines.accept(warning);
    }
}
