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
        description = "Sends one message at a time and waits for an answer of the same size: round trips, for 1s"
                + " unless --count or --duration say otherwise.")
final class LatencyCommand extends MeasuringCommand {
    @Mixin
    ExtentOptions amount = new ExtentOptions();

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
