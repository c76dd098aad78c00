package org.ipcbench.cli;

import picocli.CommandLine.Option;

/** How often a subcommand measures each cell. */
final class IterationsOption {
    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            defaultValue = "1",
            converter = Converters.Iterations.class,
            description = "How many fresh pairs of JVMs measure each cell; default: ${DEFAULT-VALUE}.")
    int count = 1;
}
