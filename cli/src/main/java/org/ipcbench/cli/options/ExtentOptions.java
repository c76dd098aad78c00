package org.ipcbench.cli.options;

import java.time.Duration;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.workload.Extent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How much is measured: a count or a time. */
public final class ExtentOptions {
    /** Of an iteration among several: long enough for a figure, and five of every standard transport take a minute or two. */
    public static final Duration BRIEF = Duration.ofMillis(500);

    /** The option that every question has that can last for a time. */
    public static final String DURATION = "--duration";

    /** In a mixin, because picocli's annotation processor takes a group in a single command only. */
    @ArgGroup
    Amount amount = new Amount();

    /** What the user asked for, else this time. */
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

        @Option(
                names = DURATION,
                paramLabel = "TIME",
                converter = Converters.Time.class,
                description = "Time to measure, such as 1s or 30s.")
        @Nullable
        Duration duration;

        /** The extent that the user asked for, else the usual one. */
        public final Extent or(Duration usual) {
            if (count != null) {
                return new Extent.Count(count);
            }
            return new Extent.Period((duration != null ? duration : usual).toNanos());
        }
    }
}
