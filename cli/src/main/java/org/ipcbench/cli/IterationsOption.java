package org.ipcbench.cli;

import picocli.CommandLine.Option;

/** The number of iterations of a subcommand. */
final class IterationsOption {
    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            defaultValue = "1",
            converter = Converters.Iterations.class,
            description = "Number of iterations, each with a fresh pair of JVMs (default: ${DEFAULT-VALUE}).")
    int count = 1;
}
