package org.ipcbench.cli.command;

import java.io.IOException;
import java.util.stream.Stream;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.EndpointOptions;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.ShapeOptions;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.message.Payload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A command that measures messages that are answered one by one; subclasses choose the connections. */
public abstract class ExchangeCommand extends MeasuringCommand {
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
                "  ipcbench latency -t uds,pipe -s 300 --answer 4K --work 50us",
                "  ipcbench latency --endpoint http://[::1]:8080/,http+unix:/app.sock:/"
            })
    public static final class LatencyCommand extends ExchangeCommand {
        @Mixin
        EndpointOptions endpoints = new EndpointOptions();

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
        EndpointOptions endpoints() {
            return endpoints;
        }

        @Override
        Stream<Workload> workloads(Extent extent, Payload payload) {
            endpoints.requireHere();
            grid.sizes.trace().ifPresent(trace -> {
                throw invalid(
                        "option '%s'".formatted(GridOptions.SIZES),
                        "'%s' has times, which load replays; give sizes or a mix".formatted(trace.label()));
            });
            return endpoints.or(grid.sizes.calls()).stream()
                    .flatMap(shape::of)
                    .map(call -> new PingPong(extent, call, payload));
        }
    }

    /** How long a new connection takes until its first answer. */
    @Command(
            name = "connect",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description =
                    "Measures connections that come and go: each is opened, proves the session's token, carries one message and its"
                            + " answer, and is closed. Takes 500ms unless --count or --duration is given.",
            footer = {"", "Examples:", "  ipcbench connect -t tcp,uds", "  ipcbench connect -t uds -s 64 --clients 1,4"
            })
    public static final class ConnectCommand extends ExchangeCommand {
        public ConnectCommand(CliContext context) {
            super(context);
        }

        @Override
        Stream<Workload> workloads(Extent extent, Payload payload) {
            return sizes(grid).stream().map(size -> new Connect(extent, size, payload));
        }
    }
}
