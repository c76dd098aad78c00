package org.ipcbench.cli;

import java.io.IOException;
import java.util.List;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long one large piece of data takes. */
@Command(
        name = "block",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Sends one block and waits for its acknowledgement of one byte: MiB/s and ms. Where a block is larger"
                        + " than the transport's messages may be, it goes in the largest it carries.")
final class BlockCommand extends MeasuringCommand {
    @Option(
            names = {"-s", "--sizes"},
            paramLabel = "LIST",
            defaultValue = "10M",
            converter = Converters.Sizes.Converter.class,
            description = "Sizes of the block between commas, up to 1G; default: ${DEFAULT-VALUE}.")
    Converters.Sizes sizes = new Converters.Sizes(List.of());

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            defaultValue = "1",
            converter = Converters.Messages.class,
            description = "So many blocks, one after the other; default: ${DEFAULT-VALUE}.")
    long count = 1;

    @Mixin
    IterationsOption iterations = new IterationsOption();

    BlockCommand(RunOptions.Dependencies dependencies) {
        super(dependencies);
    }

    @Override
    public Integer call() throws IOException {
        return measure(
                GridOptions.DEFAULT_TRANSPORTS,
                sizes.bytes(),
                iterations.count,
                size -> new Workload.Block(new Extent.Count(count), size));
    }
}
