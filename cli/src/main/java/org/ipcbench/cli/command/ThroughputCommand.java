package org.ipcbench.cli.command;

import java.io.IOException;
import java.util.Collections;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.stream.MessageStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Throughput in one direction or both ways. */
@Command(
        name = "throughput",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures messages in one direction, or both ways, sent as fast as possible. Takes 500ms unless --count, --duration or"
                        + " --total is given.",
        footer = {
            "",
            "Examples:",
            "  ipcbench throughput -t pipe,uds,tcp -s 64,4K",
            "  ipcbench throughput -t all -s 64..64K -i 3 --duration 200ms"
        })
public final class ThroughputCommand extends MeasuringCommand {
    private static final String TOTAL = "--total";

    /** How much is sent: a count, a time or a volume. */
    static final class Volume extends ExtentOptions.Amount {
        @Option(
                names = TOTAL,
                paramLabel = "SIZE",
                converter = Converters.Bytes.class,
                description = "Volume to send, such as 2G.")
        @Nullable
        Long totalBytes;

        Extent extent(int requestBytes) {
            return totalBytes != null ? Extent.Count.ofVolume(totalBytes, requestBytes) : or(ExtentOptions.BRIEF);
        }
    }

    @ArgGroup
    Volume amount = new Volume();

    @Option(
            names = "--both-ways",
            description =
                    "Both peers send and receive at once over the same connection; --count and --total apply to each direction.")
    boolean bothWays;

    @Mixin
    GridOptions grid = new GridOptions();

    public ThroughputCommand(CliContext context) {
        super(context);
    }

    @Override
    PlacementChoice usualPlacements(Clients most) {
        return PlacementChoice.usual(Question.THROUGHPUT, most);
    }

    @Override
    public Integer call() throws IOException {
        requireOneMessage();
        int underWay = bothWays ? MessageStream.MAX_IN_FLIGHT : MessageStream.ONE_WAY;
        return measure(
                request(grid, size -> new MessageStream(amount.extent(size), size, grid.payload.value, underWay)));
    }

    /** Refuses a volume below one message, which nearly always lacks its unit. */
    private void requireOneMessage() {
        Long total = amount.totalBytes;
        int largest = Collections.max(sizes(grid));
        if (total != null && total < largest) {
            String typed = spec.findOption(TOTAL).originalStringValues().get(0);
            throw invalid(
                    "option '%s'".formatted(TOTAL),
                    "'%s' is less than one message of %d bytes%s"
                            .formatted(
                                    typed,
                                    largest,
                                    typed.matches("\\d{1,6}") ? "; did you mean '%sG'?".formatted(typed) : ""));
        }
    }
}
