package org.ipcbench.cli.options;

import java.time.Duration;
import java.util.Optional;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.plan.StoppingRule;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.Repetition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for how long a command measures, for commands whose figures have a rate. */
public final class RepetitionOptions {
    public static final String PRECISION = "--precision";
    public static final String MAX_TIME = "--max-time";

    private static final Duration DEFAULT_LONGEST = Duration.ofMinutes(10);

    @Option(
            names = PRECISION,
            paramLabel = "PERCENT",
            converter = Converters.Share.class,
            description = "Repeat rounds until the 95 %% interval of every cell is within this percentage of its rate,"
                    + " such as 5%%; at least six rounds (default: as many as --iterations).")
    @Nullable
    Double precision;

    @Option(
            names = MAX_TIME,
            paramLabel = "TIME",
            converter = Converters.TimeLimit.class,
            description =
                    "Time limit of the run. With --fail-on, the run then ends as soon as it is certain of every cell. Without"
                            + " --fail-on and --precision, spare time after --iterations re-measures cells that are suspect for"
                            + " a cause that time cures, with a longer warm-up, and extends wide ones; 0s allows none (default:"
                            + " 10m with --precision, 0s with --iterations, else half as long again as estimated).")
    @Nullable
    Duration longest;

    /**
     * This number of iterations and the extra time that the user allows, or the number that the precision requires.
     *
     * @param extra the extra time unless the user gives a time limit
     */
    public Repetition repetition(int iterations, Repetition.Extra extra, Optional<Long> seed) {
        if (precision != null) {
            return new Repetition(precision(iterations, precision), Repetition.Extra.NONE, seed);
        }
        return new Repetition(
                new StoppingRule.FixedRounds(iterations),
                longest == null ? extra : Repetition.Extra.within(longest),
                seed);
    }

    private StoppingRule precision(int iterations, double halfWidth) {
        Duration limit = longest == null ? DEFAULT_LONGEST : longest;
        if (limit.isZero()) {
            throw new InvalidRequestException(Argument.MAX_TIME, "--precision needs time; give a longer one");
        }
        return new StoppingRule.Precision(iterations, halfWidth, limit);
    }

    /** The number of iterations of a subcommand, or how precise its figures have to be. */
    public static final class IterationsOption {
        public static final String NAME = "--iterations";

        @Option(
                names = {"-i", NAME},
                paramLabel = "N",
                converter = Converters.Iterations.class,
                description =
                        "Number of iterations, each with a fresh pair of JVMs (default: 5; publish, and latency at its two usual"
                                + " placements, 3; and extra time for cells that need it, see --max-time).")
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
}
