package org.ipcbench.cli.command;

import java.io.IOException;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.Mixin;

/** A command that measures messages that are answered one by one; subclasses choose the connections. */
abstract class ExchangeCommand extends MeasuringCommand {
    @Mixin
    ExtentOptions amount = new ExtentOptions();

    @Mixin
    GridOptions grid = new GridOptions();

    ExchangeCommand(CliContext context) {
        super(context);
    }

    abstract Workload workload(Extent extent, int requestBytes, Payload payload);

    @Override
    public final Integer call() throws IOException {
        Extent extent = amount.extent(ExtentOptions.BRIEF);
        return measure(request(grid, size -> workload(extent, size, grid.payload.value)));
    }
}
