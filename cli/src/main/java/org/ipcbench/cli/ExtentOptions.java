package org.ipcbench.cli;

import java.time.Duration;
import org.ipcbench.workload.Extent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** How much is measured: a count or a time, and one second where neither is given. */
final class ExtentOptions {
    private static final Duration DEFAULT_DURATION = Duration.ofSeconds(1);

    /** In a mixin, because picocli's annotation processor takes a group in a single command only. */
    @ArgGroup
    Amount amount = new Amount();

    Extent extent() {
        return amount.or(new Extent.Period(DEFAULT_DURATION.toNanos()));
    }

    /** One of several options. */
    static class Amount {
        @Option(
                names = {"-n", "--count"},
                paramLabel = "N",
                converter = Converters.Messages.class,
                description = "Number of messages or round trips, such as 1000 or 50k.")
        @Nullable
        Long count;

        @Option(
                names = "--duration",
                paramLabel = "TIME",
                converter = Converters.Time.class,
                description = "Time to measure, such as 1s or 30s.")
        @Nullable
        Duration duration;

        /** The extent that the user asked for, else the usual one. */
        final Extent or(Extent usual) {
            if (count != null) {
                return new Extent.Count(count);
            }
            return duration != null ? new Extent.Period(duration.toNanos()) : usual;
        }
    }
}
