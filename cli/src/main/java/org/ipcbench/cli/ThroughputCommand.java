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

/** How much goes through in one direction. */
@Command(
        name = "throughput",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Sends messages in one direction as fast as they go.")
final class ThroughputCommand extends MeasuringCommand {
    private static final long DEFAULT_TOTAL_BYTES = 1L << 30;

    /** How much is sent: one of the three. */
    static final class Amount {
        @Option(
                names = {"-n", "--count"},
                paramLabel = "N",
                converter = Converters.Messages.class,
                description = "So many messages.")
        @Nullable
        Long count;

        @Option(
                names = "--total",
                paramLabel = "SIZE",
                converter = Converters.Bytes.class,
                description = "As many messages as carry this volume, such as 2G; default: 1G.")
        @Nullable
        Long totalBytes;

        @Option(
                names = "--duration",
                paramLabel = "TIME",
                converter = Converters.Time.class,
                description = "As many messages as fit into this time, such as 1s.")
        @Nullable
        Duration duration;

        Extent extent(int sizeBytes) {
            if (count != null) {
                return new Extent.Count(count);
            }
            if (duration != null) {
                return new Extent.Period(duration.toNanos());
            }
            return Extent.Count.ofVolume(totalBytes != null ? totalBytes : DEFAULT_TOTAL_BYTES, sizeBytes);
        }
    }

    @ArgGroup
    Amount amount = new Amount();

    @Mixin
    GridOptions grid = new GridOptions();

    ThroughputCommand(RunOptions.Dependencies dependencies) {
        super(dependencies);
    }

    @Override
    public Integer call() throws IOException {
        return measure(grid, size -> new Workload.Stream(amount.extent(size)));
    }
}
