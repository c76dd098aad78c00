package org.ipcbench.cli;

import java.io.IOException;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** How long one message and its answer take. */
@Command(
        name = "latency",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures round trips: one message at a time and an answer of the same size. Takes 500ms unless --count or"
                        + " --duration is given.")
final class LatencyCommand extends MeasuringCommand {
    @Mixin
    ExtentOptions amount = new ExtentOptions();

    @Mixin
    GridOptions grid = new GridOptions();

    LatencyCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        Extent extent = amount.extent(ExtentOptions.BRIEF);
        return measure(Request.ofGrid(grid, size -> new Workload.PingPong(extent, grid.payload.value)));
    }
}
