package org.ipcbench.cli.options;

import java.util.Optional;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.run.request.Repetition;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The number of iterations of a subcommand, or how precise its figures have to be. */
public final class IterationsOption {
    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            defaultValue = "5",
            converter = Converters.Iterations.class,
            description = "Number of iterations, each with a fresh pair of JVMs (default: ${DEFAULT-VALUE}).")
    int count = 5;

    @Mixin
    RepetitionOptions repetition = new RepetitionOptions();

    public Repetition repetition(Optional<Long> seed) {
        return repetition.repetition(count, seed);
    }
}
