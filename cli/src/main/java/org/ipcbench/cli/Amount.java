package org.ipcbench.cli;

import java.time.Duration;
import org.ipcbench.workload.Extent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much is measured: one of what is here, or what a command does unless it is told. */
class Amount {
    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            converter = Converters.Messages.class,
            description = "So many messages or round trips.")
    @Nullable
    Long count;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "As many of them as fit into this time, such as 1s or 30s.")
    @Nullable
    Duration duration;

    /** What the user asked for, else the usual. */
    final Extent or(Extent usual) {
        if (count != null) {
            return new Extent.Count(count);
        }
        return duration != null ? new Extent.Period(duration.toNanos()) : usual;
    }
}
