package org.ipcbench.cli.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.PeerOptions;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.terminal.TypedLines;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.PlacementCandidates;
import org.ipcbench.cli.value.TransportCandidates;
import org.ipcbench.cli.value.Values;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Obstacle;
import org.ipcbench.run.InteractiveRun;
import org.ipcbench.run.Interruption;
import org.ipcbench.run.request.InteractiveRequest;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.transport.Transport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Asks the user for one question after the other, and measures all over the same peers. */
@Command(
        name = "interactive",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Shows a menu and measures what is chosen, round trips or one direction, over one running pair of JVMs;"
                        + " leaves no files. Each question takes 1s unless --count or --duration is given.",
        footer = {"", "Examples:", "  ipcbench interactive", "  ipcbench interactive -t uds --duration 2s"})
public final class InteractiveCommand implements Callable<Integer> {
    /** The group of the transport that is measured unless the user names one; neither core nor cli names a transport. */
    private static final String DEFAULT_GROUP = "interactive";

    /** Each question is asked once. */
    private static final Duration USUAL = Duration.ofSeconds(1);

    private static final String TRANSPORT = "--transports";

    /** The option has the name that it has in other commands, although it takes only one transport. */
    @Option(
            names = {"-t", TRANSPORT, "--transport"},
            paramLabel = "ID",
            completionCandidates = TransportCandidates.Ids.class,
            description = "Transport, one of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    @Nullable
    String transport;

    @Mixin
    ExtentOptions amount = new ExtentOptions();

    @Option(
            names = "--buffer",
            paramLabel = "SIZE",
            converter = DimensionOption.Buffers.class,
            description = "Buffer size of the transport, such as 64K (default: the transport's own).")
    Values<Integer> buffer = Values.of(Dimension.BUFFER.usual());

    @Option(
            names = "--placement",
            paramLabel = "PLACE",
            converter = DimensionOption.Placements.class,
            completionCandidates = PlacementCandidates.One.class,
            description =
                    "CPUs or NUMA nodes of the peers, one of " + Placement.ALLOWED + " (default: the kernel decides).")
    Values<Placement> placement = Values.of(Dimension.PLACEMENT.usual());

    @Mixin
    PeerOptions options = new PeerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    CommandSpec spec;

    private final CliContext context;
    private final Terminal terminal;

    InteractiveCommand(CliContext context) {
        this.context = context;
        terminal = context.terminal();
    }

    /** Returns the command with the registry's default transport, which the help shows. */
    public static CommandLine commandLine(CliContext context) {
        List<String> ids = context.registry().group(DEFAULT_GROUP).stream()
                .map(Transport::id)
                .toList();
        String transport = ids.isEmpty() ? null : String.join(",", ids);
        return new CommandLine(new InteractiveCommand(context))
                .setDefaultValueProvider(argument -> argument instanceof OptionSpec option
                                && option.longestName().equals(TRANSPORT)
                        ? transport
                        : null); // the option's own default
    }

    @Override
    public Integer call() throws IOException {
        Transport chosen = transport();
        CellSettings settings = CellSettings.USUAL
                .with(Dimension.BUFFER, only("--buffer", buffer.list()))
                .with(Dimension.PLACEMENT, only("--placement", placement.list()));
        InteractiveRequest request =
                new InteractiveRequest(chosen, settings, amount.extent(USUAL), options.request(Optional.empty()));
        Optional<Obstacle> obstacle = request.obstacle();
        if (obstacle.isPresent()) {
            terminal.err().printf("%s: %s%n", chosen.id(), obstacle.get().reason());
            return ExitCode.FAILED.code();
        }
        try (Interruption interruption = new Interruption(ExitCode.MEASURED.code())) {
            try (InteractiveRun run = InteractiveRun.start(context.launcher(), request, terminal.err()::println)) {
                terminal.err().println(heading(request));
                TypedLines typed = new TypedLines(terminal.in(), terminal.err()::println);
                new Dialogue(terminal, typed, request, options.locale).holdWith(run);
            } catch (InterruptedException e) {
                terminal.out().println(); // ends the line of the prompt, or of the ^C that the terminal shows
            }
        }
        return ExitCode.MEASURED.code();
    }

    private static String heading(InteractiveRequest request) {
        return "%s: %s; placement %s; %s"
                .formatted(
                        request.transport().id(),
                        request.transport().info().title(),
                        request.settings().get(Dimension.PLACEMENT).label(),
                        request.keepsPeers()
                                ? "all questions go to the same JVMs"
                                : "each question gets fresh JVMs, because a server's standard streams carry one channel");
    }

    private Transport transport() {
        if (transport == null) {
            throw usage(TRANSPORT, "no default on this machine; give the id of one", null);
        }
        try {
            TransportSelection selection = TransportSelection.parse(transport, context.registry());
            if (selection.named().size() == 1 && selection.transports().size() == 1) {
                return selection.transports().get(0);
            }
        } catch (IllegalArgumentException e) {
            throw usage(TRANSPORT, e.getMessage(), e);
        }
        throw usage(TRANSPORT, "'%s' is not one transport; give the id of one".formatted(transport), null);
    }

    private <T> T only(String option, List<T> values) {
        if (values.size() > 1) {
            throw usage(option, "%d values given; interactive takes one".formatted(values.size()), null);
        }
        return values.get(0);
    }

    private ParameterException usage(String option, @Nullable String problem, @Nullable Exception cause) {
        return new ParameterException(
                spec.commandLine(), "Invalid value for option '%s': %s".formatted(option, problem), cause);
    }
}
