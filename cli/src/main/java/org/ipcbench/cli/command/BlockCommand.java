package org.ipcbench.cli.command;

import java.io.IOException;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.GridOptions.PayloadOption;
import org.ipcbench.cli.options.RepetitionOptions.IterationsOption;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.block.Block;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long one large piece of data takes. */
@Command(
        name = "block",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures one block and its acknowledgement of one byte: MiB/s and ms. A block larger than the transport's"
                        + " limit is sent in the largest messages it carries. Blocks follow each other for 500ms unless"
                        + " --count or --duration is given.",
        footer = {"", "Examples:", "  ipcbench block -s 1M", "  ipcbench block -t pipe,uds,sysv-shm -s 64K..16M"})
public final class BlockCommand extends MeasuringCommand {
    @Option(
            names = {"-s", GridOptions.SIZES, GridOptions.SIZE},
            paramLabel = "LIST",
            defaultValue = "10M",
            converter = DimensionOption.Sizes.class,
            description = "Comma-separated block sizes, up to 1G (default: ${DEFAULT-VALUE}).")
    Values<Integer> sizes = Values.none();

    @Mixin
    ExtentOptions amount = new ExtentOptions();

    @Mixin
    PayloadOption payload = new PayloadOption();

    @Mixin
    IterationsOption iterations = new IterationsOption();

    public BlockCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        Extent extent = amount.extent(ExtentOptions.BRIEF);
        return measure(request(
                SizedWorkload.ofSizes(sizes.list(), size -> new Block(extent, size, payload.value)),
                iterations.repetition(PlacementChoice.OF_THE_KERNEL.usualIterations(), options.orderSeed())));
    }
}
