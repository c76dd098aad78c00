package org.ipcbench.cli.command;

import java.util.List;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.Command;

/** How long one message and its answer take. */
@Command(
        name = "latency",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures round trips: one message at a time and an answer of the same size. Takes 500ms unless --count or"
                        + " --duration is given.")
public final class LatencyCommand extends ExchangeCommand {
    public LatencyCommand(CliContext context) {
        super(context);
    }

    @Override
    PlacementChoice usualPlacements(List<Clients> clients) {
        return PlacementChoice.usual(Question.LATENCY, clients);
    }

    @Override
    Workload workload(Extent extent, int requestBytes, Payload payload) {
        return new Workload.PingPong(extent, requestBytes, payload);
    }
}
