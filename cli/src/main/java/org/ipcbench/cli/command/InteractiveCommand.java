package org.ipcbench.cli.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.SynchronousQueue;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.PeerOptions;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.cli.value.NamedChoices.TransportCandidates;
import org.ipcbench.cli.value.NamedChoices.TransportCandidates.PlacementCandidates;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.CellSettings;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Feasibility.Obstacle;
import org.ipcbench.report.text.AnswerText;
import org.ipcbench.report.text.AnswerText.MenuText;
import org.ipcbench.run.InteractiveRun;
import org.ipcbench.run.InteractiveRun.InteractiveRequest;
import org.ipcbench.run.Interruption;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.stream.MessageStream;
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

    /** Shows a menu, measures what the user chooses, prints the answer, and shows the menu again. */
    private static final class Dialogue {
        private static final String EXIT = "3";
        private static final String PROMPT = "> ";
        private static final int DEFAULT_SIZE_BYTES = 4096;

        private final Terminal terminal;
        private final TypedLines answers;
        private final InteractiveRequest request;
        private final MenuText menu;
        private final AnswerText text;

        /**
         * A dialogue that has not begun.
         *
         * @param answers what the user types
         * @param request what all questions have in common
         * @param locale the language of menu, prompts and answers
         */
        Dialogue(Terminal terminal, TypedLines answers, InteractiveRequest request, Locale locale) {
            this.terminal = terminal;
            this.answers = answers;
            this.request = request;
            menu = new MenuText(locale);
            text = new AnswerText(locale);
        }

        /** Continues until the user chooses to exit, or the input ends. */
        void holdWith(InteractiveRun run) throws InterruptedException {
            terminal.out().print(menu.choices());
            boolean goesOn = true;
            while (goesOn) {
                String choice = ask(PROMPT).orElse(EXIT);
                switch (choice) {
                    case "1" -> goesOn = answer(PingPong::new, run);
                    case "2" -> goesOn = answer(MessageStream::new, run);
                    case EXIT -> goesOn = false;
                    default -> complain("'%s' is not one of 1, 2, 3".formatted(choice));
                }
            }
        }

        /** Returns whether another question follows; false at the end of the input. */
        private boolean answer(BiFunction<Extent, Integer, Workload> question, InteractiveRun run)
                throws InterruptedException {
            Optional<Cell> asked = askForSize(size -> question.apply(request.extent(), size));
            if (asked.isPresent()) {
                measure(asked.get(), run);
                terminal.out().println();
                terminal.out().print(menu.choices());
            }
            return asked.isPresent();
        }

        private void measure(Cell cell, InteractiveRun run) throws InterruptedException {
            try {
                terminal.out().print(text.of(cell, run.measure(cell)));
            } catch (IterationFailedException e) {
                complain(String.valueOf(e.getMessage()));
            }
        }

        /** Asks until the answer is a size that the transport carries; empty at the end of the input. */
        private Optional<Cell> askForSize(IntFunction<Workload> workload) throws InterruptedException {
            String prompt = menu.sizePrompt(DEFAULT_SIZE_BYTES);
            for (Optional<String> answer = ask(prompt); answer.isPresent(); answer = ask(prompt)) {
                try {
                    int size = answer.get().isEmpty() ? DEFAULT_SIZE_BYTES : Dimension.SIZE.one(answer.get());
                    Cell cell = request.cell(workload.apply(size));
                    Optional<Obstacle> obstacle = cell.obstacle();
                    if (obstacle.isEmpty()) {
                        return Optional.of(cell);
                    }
                    complain(
                            "%s %s".formatted(cell.transportId(), obstacle.get().reason()));
                } catch (IllegalArgumentException e) {
                    complain(String.valueOf(e.getMessage()));
                }
            }
            return Optional.empty();
        }

        /** An answer from a pipe is not on the screen, so it is printed. The next output then begins a new line. */
        private Optional<String> ask(String prompt) throws InterruptedException {
            terminal.out().print(prompt);
            terminal.out().flush();
            Optional<String> answer = answers.next();
            if (answer.isEmpty()) {
                terminal.out().println();
            } else if (!Terminal.isTyped()) {
                terminal.out().println(answer.get());
            }
            return answer;
        }

        private void complain(String text) {
            terminal.err().println(text.replaceAll("\\R", " "));
        }
    }

    /**
     * The user's answers, line by line. A separate thread reads them: a read from standard input cannot be interrupted,
     * but Ctrl-C has to end the dialogue.
     */
    public static final class TypedLines {
        /**
         * Maximum length in characters, longer than any answer. The rest of a line is dropped, so that no input can fill
         * the memory.
         */
        private static final int MAX_LENGTH = 100;

        private static final int END = -1;

        private final BlockingQueue<Optional<String>> lines = new SynchronousQueue<>();
        private final Reader reader;
        private final Consumer<String> notes;
        private boolean ended;

        /**
         * Begins to read.
         *
         * @param notes gets one line if the input cannot be read, which ends the input
         */
        public TypedLines(InputStream in, Consumer<String> notes) {
            this.notes = notes;
            reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            Thread thread = new Thread(this::read, "typed");
            thread.setDaemon(true);
            thread.start();
        }

        /**
         * Waits without limit for the next line. Returns the line without surrounding spaces; empty after the last line.
         */
        public Optional<String> next() throws InterruptedException {
            if (ended) {
                return Optional.empty();
            }
            Optional<String> line = lines.take();
            ended = line.isEmpty();
            return line;
        }

        private void read() {
            try {
                for (Optional<String> line = line(); line.isPresent(); line = line()) {
                    lines.put(line);
                }
                lines.put(Optional.empty());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // not expected; the daemon thread just ends
            }
        }

        private Optional<String> line() {
            StringBuilder line = new StringBuilder();
            try {
                int character = reader.read();
                if (character == END) {
                    return Optional.empty();
                }
                for (; character != '\n' && character != END; character = reader.read()) {
                    if (line.length() < MAX_LENGTH) {
                        line.append((char) character);
                    }
                }
                return Optional.of(line.toString().strip());
            } catch (IOException e) {
                notes.accept("standard input cannot be read: " + e.getMessage());
                return Optional.empty();
            }
        }
    }
}
