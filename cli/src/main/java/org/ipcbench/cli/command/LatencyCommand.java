package org.ipcbench.cli.command;

import java.util.stream.Stream;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.ShapeOptions;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
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
                        + " given.",
        footer = {
            "",
            "Examples:",
            "  ipcbench latency -t uds,tcp -s 64",
            "  ipcbench latency -t uds,pipe -s 300 --answer 4K --work 50us"
        })
public final class LatencyCommand extends ExchangeCommand {
    @Mixin
    ShapeOptions shape = new ShapeOptions();

    public LatencyCommand(CliContext context) {
        super(context);
    }

    @Override
    PlacementChoice usualPlacements(Clients most) {
        return PlacementChoice.usual(Question.LATENCY, most);
    }

    @Override
    Stream<Workload> workloads(Extent extent, Payload payload) {
        grid.sizes.trace().ifPresent(trace -> {
            throw invalid(
                    "option '%s'".formatted(GridOptions.SIZES),
                    "'%s' has times, which load replays; give sizes or a mix".formatted(trace.label()));
        });
        return grid.sizes.calls().stream().flatMap(shape::of).map(call -> new PingPong(extent, call, payload));
    }
}
