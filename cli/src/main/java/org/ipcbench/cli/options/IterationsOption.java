package org.ipcbench.cli.options;

import java.util.Optional;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.run.request.Repetition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The number of iterations of a subcommand, or how precise its figures have to be. */
public final class IterationsOption {
    public static final String NAME = "--iterations";

    @Option(
            names = {"-i", NAME},
            paramLabel = "N",
            converter = Converters.Iterations.class,
            description =
                    "Number of iterations, each with a fresh pair of JVMs (default: 5; latency at its two usual placements"
                            + " 3; and extra time for cells that need it, see --max-time).")
    @Nullable
    Integer count;

    @Mixin
    RepetitionOptions repetition = new RepetitionOptions();

    /**
     * The requested repetition.
     *
     * @param usual number of iterations unless the user gives one
     */
    public Repetition repetition(int usual, Optional<Long> seed) {
        return count == null
                ? repetition.repetition(usual, Repetition.Extra.USUAL, seed)
                : repetition.repetition(count, Repetition.Extra.NONE, seed);
    }
}
