package org.ipcbench.cli.options;

import java.nio.file.Path;
import org.ipcbench.cli.value.Converters;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a comparison of many runs in the order of their time. */
public final class HistoryOptions {
    @Option(
            names = "--history",
            description = "Order the runs by time (four or more), and name the run in which a cell changed, if it did.")
    public boolean wanted;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            converter = Converters.Directory.class,
            description = "With --history: directory for history.md and history.svg (default: none).")
    @Nullable
    public Path output;
}
