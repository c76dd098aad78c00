package org.ipcbench.cli.options;

import java.util.Locale;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.environment.Environment;
import org.ipcbench.report.table.RunConditions;
import org.ipcbench.report.text.RunText;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which text of a run is printed. */
public final class TextOptions {
    @Mixin
    public WidthOption width = new WidthOption();

    @Option(
            names = "--blocks",
            description =
                    "Print the lines of every cell, too, on a terminal as in a file or pipe; always without a command.")
    public boolean blocks;

    /** The text of a run: on a terminal the tables in its width, elsewhere all of it. */
    public RunText text(Locale locale, Environment environment) {
        return text(locale, environment, blocks || !Terminal.isRead());
    }

    public RunText withBlocks(Locale locale, Environment environment) {
        return text(locale, environment, true);
    }

    private RunText text(Locale locale, Environment environment, boolean withBlocks) {
        return new RunText(locale, RunConditions.of(environment), width.style(), withBlocks);
    }
}
