package org.ipcbench.cli;

import java.io.IOException;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Payload;
import org.ipcbench.workload.Workload;
import picocli.CommandLine.Mixin;

/** A command about messages that are answered one by one; subclasses say over which connections. */
abstract class ExchangeCommand extends MeasuringCommand {
    @Mixin
    ExtentOptions amount = new ExtentOptions();

    @Mixin
    GridOptions grid = new GridOptions();

    ExchangeCommand(CliContext context) {
        super(context);
    }

    abstract Workload workload(Extent extent, int sizeBytes, Payload payload);

    @Override
    public final Integer call() throws IOException {
        Extent extent = amount.extent(ExtentOptions.BRIEF);
        return measure(Request.ofGrid(grid, size -> workload(extent, size, grid.payload.value)));
    }
}
