package org.ipcbench.cli.command;

import java.io.IOException;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.IterationsOption;
import org.ipcbench.cli.options.PayloadOption;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.Values;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.echo.Echo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long one message and its two answers take. */
@Command(
        name = "echo",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures one message at a time and its two answers. Takes 500ms unless --count or --duration is given.",
        footer = {"", "Examples:", "  ipcbench echo -t uds,pipe -s 64"})
public final class EchoCommand extends MeasuringCommand {
    @Option(
            names = {"-s", GridOptions.SIZES, GridOptions.SIZE},
            paramLabel = "LIST",
            defaultValue = "4096",
            converter = DimensionOption.Sizes.class,
            description = "Comma-separated message sizes (default: ${DEFAULT-VALUE}).")
    Values<Integer> sizes = Values.none();

    @Mixin
    ExtentOptions amount = new ExtentOptions();

    @Mixin
    PayloadOption payload = new PayloadOption();

    @Mixin
    IterationsOption iterations = new IterationsOption();

    public EchoCommand(CliContext context) {
        super(context);
    }

    @Override
    PlacementChoice usualPlacements(Clients most) {
        return PlacementChoice.usual(Question.ECHO, most);
    }

    @Override
    public Integer call() throws IOException {
        Extent extent = amount.extent(ExtentOptions.BRIEF);
        CellGrid cells = chosen(CellGrid.of(
                selection(STANDARD),
                SizedWorkload.ofSizes(sizes.list(), size -> new Echo(extent, size, payload.value))));
        return measure(
                request(cells, iterations.repetition(cells.placements().usualIterations(), options.orderSeed())));
    }
}
