package org.ipcbench.cli.command;

import java.io.IOException;
import java.util.stream.Stream;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.run.request.SizedWorkload;
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

    /** The questions, for each size. */
    abstract Stream<Workload> workloads(Extent extent, Payload payload);

    @Override
    public final Integer call() throws IOException {
        Extent extent = amount.extent(ExtentOptions.BRIEF);
        return measure(request(
                grid,
                workloads(extent, grid.payload.value).map(SizedWorkload::new).toList()));
    }
}
