package org.ipcbench.cli;

import java.io.IOException;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** How long a new connection takes until its first answer. */
@Command(
        name = "connect",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures connections that come and go: each is opened, proves the session's token, carries one message and its"
                        + " answer, and is closed. Takes 500ms unless --count or --duration is given.")
final class ConnectCommand extends MeasuringCommand {
    @Mixin
    ExtentOptions amount = new ExtentOptions();

    @Mixin
    GridOptions grid = new GridOptions();

    ConnectCommand(CliContext context) {
        super(context);
    }

    @Override
    public Integer call() throws IOException {
        Extent extent = amount.extent(ExtentOptions.BRIEF);
        return measure(Request.ofGrid(grid, size -> new Workload.Connect(extent, grid.payload.value)));
    }
}
