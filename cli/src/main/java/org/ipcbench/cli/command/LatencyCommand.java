package org.ipcbench.cli.command;

import java.util.stream.Stream;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ShapeOptions;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** How long one message and its answer take. */
@Command(
        name = "latency",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures round trips: one message at a time and its answer. Takes 500ms unless --count or --duration is"
                        + " given.")
public final class LatencyCommand extends ExchangeCommand {
    @Mixin
    ShapeOptions shape = new ShapeOptions();

    public LatencyCommand(CliContext context) {
        super(context);
    }

    @Override
    Stream<Workload> workloads(Extent extent, int requestBytes, Payload payload) {
        return shape.of(requestBytes).map(call -> new Workload.PingPong(extent, call, payload));
    }
}
