package org.ipcbench.cli.command;

import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.ShapeOptions;
import org.ipcbench.cli.value.Depths;
import org.ipcbench.measure.sample.Question;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.PingPong;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

    @Option(
            names = "--in-flight",
            paramLabel = "LIST",
            description =
                    "Comma-separated numbers of requests under way on each connection, such as 1,8,64 (default: 1). A latency"
                            + " begins with the sending of its own request.")
    Depths depths = new Depths(List.of(1));

    public LatencyCommand(CliContext context) {
        super(context);
    }

    @Override
    PlacementChoice usualPlacements(List<Clients> clients) {
        return PlacementChoice.usual(Question.LATENCY, clients);
    }

    @Override
    Stream<Workload> workloads(Extent extent, Payload payload) {
        grid.sizes.trace().ifPresent(trace -> {
            throw invalid(
                    "option '%s'".formatted(GridOptions.SIZES),
                    "'%s' has times, which load replays; give sizes or a mix".formatted(trace.label()));
        });
        return grid.sizes.calls().stream()
                .flatMap(shape::of)
                .flatMap(call -> depths.requests().stream().map(call::inFlight))
                .map(call -> new PingPong(extent, call, payload));
    }
}
