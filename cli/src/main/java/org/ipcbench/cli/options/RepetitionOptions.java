package org.ipcbench.cli.options;

import java.time.Duration;
import java.util.Optional;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.run.request.Argument;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.Repetition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for how long a command measures, for commands whose figures have a rate. */
public final class RepetitionOptions {
    public static final String MAX_TIME = "--max-time";

    private static final Duration DEFAULT_LONGEST = Duration.ofMinutes(10);

    @Option(
            names = "--precision",
            paramLabel = "PERCENT",
            converter = Converters.Share.class,
            description = "Repeat rounds until the 95 %% interval of every cell is within this percentage of its rate,"
                    + " such as 5%%; at least six rounds (default: as many as --iterations).")
    @Nullable
    Double precision;

    @Option(
            names = MAX_TIME,
            paramLabel = "TIME",
            description = "Time limit with --precision; no round starts that would exceed it (default: 10m).")
    @Nullable
    Duration longest;

    @Option(
            names = "--no-baseline",
            description = "Omit the brief run of the harness alone, which tells its share of each figure.")
    boolean noBaseline;

    /** This number of iterations, or the number that the precision requires. */
    public Repetition repetition(int iterations, Optional<Long> seed) {
        return new Repetition(stopping(iterations), !noBaseline, seed);
    }

    private StoppingRule stopping(int iterations) {
        if (precision != null) {
            return new StoppingRule.Precision(iterations, precision, longest == null ? DEFAULT_LONGEST : longest);
        }
        if (longest != null) {
            throw new InvalidRequestException(Argument.MAX_TIME, "bounds --precision, which is not given");
        }
        return new StoppingRule.FixedRounds(iterations);
    }
}
