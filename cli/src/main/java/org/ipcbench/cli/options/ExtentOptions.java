package org.ipcbench.cli.options;

import java.time.Duration;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.workload.Extent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How much is measured: a count or a time. */
public final class ExtentOptions {
    /**
     * Duration of one of several iterations: long enough for a figure, and five iterations of every standard transport
     * take a minute or two.
     */
    public static final Duration BRIEF = Duration.ofMillis(500);

    /** The option of every question whose extent can be a time. */
    public static final String DURATION = "--duration";

    /** This group is in a mixin, because picocli's annotation processor accepts a group in only one command. */
    @ArgGroup
    Amount amount = new Amount();

    /** The extent that the user asked for, otherwise this time. */
    public Extent extent(Duration usual) {
        return amount.or(usual);
    }

    /** One of several options. */
    public static class Amount {
        @Option(
                names = {"-n", "--count"},
                paramLabel = "N",
                converter = Converters.Messages.class,
                description = "Number of messages, round trips or blocks, such as 1000 or 50k.")
        @Nullable
        Long count;

        @Option(names = DURATION, paramLabel = "TIME", description = "Time to measure, such as 1s or 30s.")
        @Nullable
        Duration duration;

        /** The extent that the user asked for, otherwise the usual one. */
        public final Extent or(Duration usual) {
            if (count != null) {
                return new Extent.Count(count);
            }
            return new Extent.Period((duration != null ? duration : usual).toNanos());
        }
    }
}
