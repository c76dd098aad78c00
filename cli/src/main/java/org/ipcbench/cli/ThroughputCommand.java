package org.ipcbench.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How much goes through in one direction. */
@Command(
        name = "throughput",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Sends messages in one direction as fast as they go.")
final class ThroughputCommand extends MeasuringCommand {
    private static final String DEFAULT_TRANSPORTS = "standard";
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

    @Option(
            names = {"-s", "--sizes"},
            paramLabel = "LIST",
            defaultValue = "4096",
            converter = Converters.Sizes.Converter.class,
            description =
                    "Message sizes between commas, with doubling ranges: 64,4K or 64..64K; default: ${DEFAULT-VALUE}.")
    Converters.Sizes sizes = new Converters.Sizes(List.of());

    @Option(
            names = {"-i", "--iterations"},
            paramLabel = "N",
            defaultValue = "1",
            converter = Converters.Iterations.class,
            description = "How many fresh pairs of JVMs measure each cell; default: ${DEFAULT-VALUE}.")
    int iterations;

    ThroughputCommand(RunOptions.Dependencies dependencies) {
        super(dependencies);
    }

    @Override
    public Integer call() throws IOException {
        return measure(DEFAULT_TRANSPORTS, sizes.bytes(), iterations, size -> new Workload.Stream(amount.extent(size)));
    }
}
