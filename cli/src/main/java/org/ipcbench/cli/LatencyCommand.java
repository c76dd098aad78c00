package org.ipcbench.cli;

import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Payload;
import org.ipcbench.workload.Workload;
import picocli.CommandLine.Command;

/** How long one message and its answer take. */
@Command(
        name = "latency",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures round trips: one message at a time and an answer of the same size. Takes 500ms unless --count or"
                        + " --duration is given.")
final class LatencyCommand extends ExchangeCommand {
    LatencyCommand(CliContext context) {
        super(context);
    }

    @Override
    Workload workload(Extent extent, int sizeBytes, Payload payload) {
        return new Workload.PingPong(extent, sizeBytes, payload);
    }
}
