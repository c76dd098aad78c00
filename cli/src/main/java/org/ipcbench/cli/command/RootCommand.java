package org.ipcbench.cli.command;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.ipcbench.cli.command.ExchangeCommand.ConnectCommand;
import org.ipcbench.cli.command.ExchangeCommand.LatencyCommand;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.GridOptions.PayloadOption;
import org.ipcbench.cli.options.RepetitionOptions;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.environment.SuiteVersion;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.Repetition;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.stream.MessageStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The three-argument form: a volume, sizes, iterations. */
@Command(
        name = "ipcbench",
        mixinStandardHelpOptions = true,
        versionProvider = RootCommand.SuiteVersionProvider.class,
        sortOptions = false,
        description = "Measures speed, cost and reliability of inter-process communication on this machine.",
        footer = {
            "",
            "Examples; the first one sends 2 GB in packages of 2048 and of 4096 bytes over each of the classic"
                    + " transports, twice:",
            "  ipcbench 2 2048,4096 2",
            "  ipcbench latency -t uds,tcp -s 64 --placement same-cpu",
            "Exit codes: 0 measured, 1 a cell failed or a named transport is not available, 2 bad usage, 130 interrupted."
        })
public final class RootCommand extends MeasuringCommand {
    static final String DEFAULT_TRANSPORTS = "classic";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "totalGB",
            defaultValue = "1",
            converter = Converters.Gibibytes.class,
            description =
                    "Volume per transport, size and iteration, in GB of 2^30 bytes, decimals allowed (default: 1).")
    long totalBytes;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "packageSizes",
            defaultValue = "4096",
            converter = DimensionOption.Sizes.class,
            description =
                    "Comma-separated sizes in bytes; also 4K, 1M or doubling ranges such as 64..64K (default: 4096).")
    Values<Integer> sizes = Values.none();

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "iterations",
            defaultValue = "1",
            converter = Converters.Iterations.class,
            description = "Number of iterations, each with a fresh pair of JVMs (default: 1).")
    int iterations;

    @Mixin
    PayloadOption payload = new PayloadOption();

    @Mixin
    RepetitionOptions repetition = new RepetitionOptions();

    public RootCommand(CliContext context) {
        super(context);
    }

    /** What makes each of the commands, by their names, in the order of the help. */
    public Map<String, Supplier<CommandLine>> subcommands() {
        Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();
        all.put("throughput", () -> new CommandLine(new ThroughputCommand(context())));
        all.put("latency", () -> new CommandLine(new LatencyCommand(context())));
        all.put("connect", () -> new CommandLine(new ConnectCommand(context())));
        all.put("load", () -> new CommandLine(new LoadCommand(context())));
        all.put("block", () -> new CommandLine(new BlockCommand(context())));
        all.put("transfer", () -> new CommandLine(new TransferCommand(context())));
        all.put("fail", () -> new CommandLine(new FailCommand(context())));
        all.put("publish", () -> new CommandLine(new PublishCommand(context())));
        all.put("reproduce", () -> new CommandLine(new ReproduceCommand(context())));
        all.put("interactive", () -> InteractiveCommand.commandLine(context()));
        all.put("advise", () -> new CommandLine(new AdviseCommand(context())));
        all.put("compare", () -> new CommandLine(new CompareCommand(context())));
        all.put("list", () -> new CommandLine(new ListCommand(context())));
        all.put("report", () -> new CommandLine(new ReportCommand(context())));
        all.put("resume", () -> new CommandLine(new ResumeCommand(context())));
        all.put("merge", () -> new CommandLine(new MergeCommand(context())));
        all.put("share", () -> new CommandLine(new ShareCommand(context())));
        all.put("doctor", () -> new CommandLine(new DoctorCommand(context())));
        return all;
    }

    /** As for {@code throughput}: peers that the kernel places have two speeds. */
    @Override
    PlacementChoice usualPlacements(Clients most) {
        return PlacementChoice.usual(Question.THROUGHPUT, most);
    }

    /** In its well-known form. */
    @Override
    String text(RunOutcome outcome) {
        return text(outcome, options.text.withBlocks(options.peers.locale, outcome.environment()));
    }

    @Override
    public Integer call() throws IOException {
        CellGrid grid = CellGrid.of(
                selection(DEFAULT_TRANSPORTS),
                SizedWorkload.ofSizes(
                        sizes.list(),
                        size -> new MessageStream(Extent.Count.ofVolume(totalBytes, size), size, payload.value)));
        return measure(request(grid, repetition.repetition(iterations, Repetition.Extra.NONE, options.orderSeed())));
    }

    /** The text of {@code --version}. */
    public static final class SuiteVersionProvider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"ipcbench " + SuiteVersion.current()};
        }
    }
}
