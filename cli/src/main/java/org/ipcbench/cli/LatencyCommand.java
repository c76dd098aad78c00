package org.ipcbench.cli;

import java.io.IOException;
import java.time.Duration;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long one message and its answer take. */
@Command(
        name = "latency",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Sends one message at a time and waits for an answer of the same size: round trips.")
final class LatencyCommand extends MeasuringCommand {
    private static final Duration DEFAULT_DURATION = Duration.ofSeconds(1);

    /** How many round trips: one of the two. */
    static final class Amount {
        @Option(
                names = {"-n", "--count"},
                paramLabel = "N",
                converter = Converters.Messages.class,
                description = "So many round trips.")
        @Nullable
        Long count;

        @Option(
                names = "--duration",
                paramLabel = "TIME",
                converter = Converters.Time.class,
                description = "As many round trips as fit into this time, such as 30s; default: 1s.")
        @Nullable
        Duration duration;

        Extent extent() {
            if (count != null) {
                return new Extent.Count(count);
            }
            return new Extent.Period((duration != null ? duration : DEFAULT_DURATION).toNanos());
        }
    }

    @ArgGroup
    Amount amount = new Amount();

    @Mixin
    GridOptions grid = new GridOptions();

    LatencyCommand(RunOptions.Dependencies dependencies) {
        super(dependencies);
    }

    @Override
    public Integer call() throws IOException {
        Extent extent = amount.extent();
        return measure(grid, size -> new Workload.PingPong(extent));
    }
}
