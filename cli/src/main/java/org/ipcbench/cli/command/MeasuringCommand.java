package org.ipcbench.cli.command;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.EndpointOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.RepetitionOptions;
import org.ipcbench.cli.options.RepetitionOptions.IterationsOption;
import org.ipcbench.cli.options.RunOptions;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.terminal.TerminalDisplay;
import org.ipcbench.report.html.HtmlReport;
import org.ipcbench.report.text.SummaryText.RunText;
import org.ipcbench.run.BenchmarkRun;
import org.ipcbench.run.DryRun;
import org.ipcbench.run.GatePilot;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.run.gate.GatePlan;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.Repetition;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.RunRequest.Preparation;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.text.CommandWords.ShellWords;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Workload;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** A command that measures cells. Subclasses choose the cells and print the result. */
abstract class MeasuringCommand implements Callable<Integer> {
    /** The group that subcommands measure unless told otherwise. */
    static final String STANDARD = "standard";

    /** Options of a pilot that its run does not have. */
    private static final Set<String> NOT_OF_THE_RUN =
            Set.of(RunOptions.PLAN, IterationsOption.NAME, RepetitionOptions.PRECISION, RepetitionOptions.MAX_TIME);

    /** A run gets this much of the time that its rounds are expected to take, because some take longer. */
    private static final double TIME_TO_SPARE = 1.1;

    @Mixin
    RunOptions options = new RunOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    CommandSpec spec;

    private final CliContext context;

    MeasuringCommand(CliContext context) {
        this.context = context;
    }

    /** Measures a request, or with {@code --dry-run} only shows it, and returns the exit code. */
    final int measure(RunRequest request) throws IOException {
        if (options.plan) {
            return plan(request);
        }
        TerminalDisplay display = display();
        BenchmarkRun run = new BenchmarkRun(context.launcher(), request, display);
        if (options.dryRun) {
            terminal().out().print(run.dryRun().text());
            return ExitCode.MEASURED.code();
        }
        Optional<RunOutcome> outcome = run.measure();
        outcome.ifPresent(measured -> new LastLines(terminal()).print(measured, next(measured)));
        return display.exitCode(outcome).code();
    }

    private Optional<String> next(RunOutcome outcome) {
        return new NextQuestion(this, outcome.result()).text();
    }

    /** Measures the pilot of a run with gates, and says what the run would find. */
    private int plan(RunRequest request) throws IOException {
        TerminalDisplay display = new TerminalDisplay(terminal(), !options.noProgress, options.verbose, outcome -> "");
        GatePilot pilot = new GatePilot(context.launcher(), request, display);
        BenchmarkRun run = pilot.run();
        if (options.dryRun) {
            terminal().out().print(run.dryRun().text());
            return ExitCode.MEASURED.code();
        }
        Optional<RunOutcome> outcome = run.measure();
        outcome.map(RunOutcome::result)
                .filter(result -> !result.interrupted())
                .ifPresent(result -> print(pilot, pilot.plan(result)));
        ExitCode code = display.exitCode(outcome);
        if (code == ExitCode.MEASURED && outcome.filter(RunOutcome::isEndWanted).isPresent()) {
            terminal().err().println("the pilot ended before there was a plan");
            return ExitCode.FAILED.code();
        }
        return code.code();
    }

    private void print(GatePilot pilot, GatePlan plan) {
        plan.lines(rounds -> DryRun.text(pilot.time(rounds))).forEach(terminal().out()::println);
        plan.rounds().ifPresent(rounds -> {
            long seconds = Math.round(TIME_TO_SPARE * pilot.time(rounds).toSeconds()) + 1;
            terminal()
                    .out()
                    .println("run: "
                            + commandLine(
                                    NOT_OF_THE_RUN,
                                    spec.findOption(RepetitionOptions.MAX_TIME) == null
                                            ? "%s=%d".formatted(IterationsOption.NAME, rounds)
                                            : "%s=%ds".formatted(RepetitionOptions.MAX_TIME, seconds)));
        });
    }

    /** The name of the command; empty without one. */
    final String name() {
        return spec.equals(spec.root()) ? "" : spec.name();
    }

    final boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    /** The command line without the options of these longest names, and with other arguments behind. */
    final String commandLine(Set<String> omitted, String... added) {
        ParseResult typed = spec.commandLine().getParseResult();
        List<String> arguments = new ArrayList<>(TypedProgram.words());
        if (!name().isEmpty()) {
            arguments.add(name());
        }
        typed.matchedPositionals().forEach(each -> arguments.addAll(each.originalStringValues()));
        arguments.addAll(RepeatedArguments.of(typed).without(omitted).arguments());
        arguments.addAll(List.of(added));
        return ShellWords.line(arguments);
    }

    /** A command line of another command with the options that it knows, except these, and with other arguments behind. */
    final String otherCommandLine(String other, Set<String> omitted, String... added) {
        CommandSpec known = sibling(other);
        List<String> arguments = new ArrayList<>(TypedProgram.words());
        arguments.add(other);
        arguments.addAll(RepeatedArguments.of(spec.commandLine().getParseResult())
                .without(omitted)
                .knownTo(known)
                .arguments());
        arguments.addAll(List.of(added));
        return ShellWords.line(arguments);
    }

    /** What another command takes. */
    final CommandSpec sibling(String name) {
        RootCommand root = (RootCommand) spec.root().userObject();
        return Objects.requireNonNull(root.subcommands().get(name)).get().getCommandSpec();
    }

    /** The text of a result for standard output. */
    String text(RunOutcome outcome) {
        return text(outcome, options.text.text(options.peers.locale, outcome.environment()));
    }

    final String text(RunOutcome outcome, RunText text) {
        return options.verbose ? text.withNotes(outcome.result()) : text.of(outcome.result());
    }

    /** The placements of up to this many clients if the user chooses none. */
    PlacementChoice usualPlacements(Clients most) {
        return PlacementChoice.OF_THE_KERNEL;
    }

    /** A request for each size of a subcommand's grid. */
    final RunRequest request(GridOptions grid, IntFunction<Workload> workloadOfSize) {
        return request(grid, SizedWorkload.ofSizes(sizes(grid), workloadOfSize));
    }

    /** The sizes of a subcommand whose messages have one size each. */
    final List<Integer> sizes(GridOptions grid) {
        if (grid.sizes.mix().isPresent()) {
            throw invalid(
                    "option '%s'".formatted(GridOptions.SIZES),
                    "'%s' is for %s; give sizes such as 64,4K"
                            .formatted(
                                    grid.sizes.mix().get().label(),
                                    grid.sizes.trace().isPresent() ? "load" : "latency and load"));
        }
        return grid.sizes.bytes();
    }

    /** A request for these workloads of a subcommand's grid. */
    final RunRequest request(GridOptions grid, List<SizedWorkload> workloads) {
        CellGrid cells = chosen(grid.clients.in(CellGrid.of(selection(STANDARD), workloads)));
        return new RunRequest(
                cells,
                grid.iterations.repetition(cells.placements().usualIterations(), options.orderSeed()),
                setup(),
                Preparation.NONE);
    }

    /** A request of one client to the standard transports, or to those that the user has chosen. */
    final RunRequest request(List<SizedWorkload> workloads, Repetition repetition) {
        return request(CellGrid.of(selection(STANDARD), workloads), repetition);
    }

    /** A request about the cells of this grid. */
    final RunRequest request(CellGrid grid, Repetition repetition) {
        return new RunRequest(chosen(grid), repetition, setup(), Preparation.NONE);
    }

    /** A grid with the settings that the user has chosen, otherwise with the usual placements. */
    final CellGrid chosen(CellGrid grid) {
        return options.in(
                grid,
                () -> endpoints().isGiven() ? PlacementChoice.OF_THE_KERNEL : usualPlacements(grid.mostClients()));
    }

    /** The servers of the user's that are measured in the place of transports; none of most commands. */
    EndpointOptions endpoints() {
        return EndpointOptions.NONE;
    }

    /** The peers, rules and output that the user has chosen. */
    final RunSetup setup() {
        try {
            return options.setup(context.arguments());
        } catch (IllegalArgumentException e) {
            throw invalid("option '%s'".formatted(RunOptions.LABEL), String.valueOf(e.getMessage()));
        }
    }

    /** The transports that the user has chosen, otherwise the usual ones. */
    final TransportSelection selection(String usual) {
        if (endpoints().isGiven()) {
            return endpoints().selection(context.registry());
        }
        try {
            return TransportSelection.parse(
                    options.transports == null ? usual : options.transports, context.registry());
        } catch (IllegalArgumentException e) {
            throw invalid("option '%s'".formatted(RunOptions.TRANSPORTS), String.valueOf(e.getMessage()));
        }
    }

    /** A display of lines, the rankings so far, and the result as this command's text. */
    final TerminalDisplay display() {
        return new TerminalDisplay(terminal(), !options.noProgress, options.verbose, this::text);
    }

    final CliContext context() {
        return context;
    }

    final Terminal terminal() {
        return context.terminal();
    }

    /** Returns an exception to throw if an option or a parameter has a value that is not allowed. */
    final ParameterException invalid(String name, String problem) {
        return new ParameterException(spec.commandLine(), "Invalid value for %s: %s".formatted(name, problem));
    }

    /**
     * The last two lines of a run on a terminal: its page, and the question that most likely follows.
     *
     * @param terminal shows them if it shows both outputs
     */
    record LastLines(Terminal terminal) {
        void print(RunOutcome outcome, Optional<String> next) {
            Optional<String> rest = outcome.isEndWanted() ? Optional.of(rest(outcome.directory())) : Optional.empty();
            print(outcome.directory(), outcome.result().interrupted() ? rest : next);
        }

        private static String rest(Path directory) {
            List<String> words = new ArrayList<>(TypedProgram.words());
            words.addAll(List.of(ResumeCommand.NAME, directory.toString()));
            return "next, the rest: " + ShellWords.line(words);
        }

        void print(Path directory, Optional<String> next) {
            if (!Terminal.isRead() || !Terminal.isShown()) {
                return;
            }
            Path page = directory.resolve(HtmlReport.FILE_NAME);
            if (Files.exists(page)) {
                terminal.printLink("page: ", page);
            }
            next.ifPresent(terminal.err()::println);
        }
    }

    /**
     * The words with which the user has started this program, so that a command on the terminal can be typed again. Files, which are read
     * elsewhere, name the program only.
     */
    static final class TypedProgram {
        /** Set by the script that was typed: where it is. */
        private static final String SCRIPT = "ipcbench.command";

        private static final String USUAL = "ipcbench";
        private static final String JAR_OPTION = "-jar";
        private static final String OWN_PROPERTY = "-Dipcbench.";

        /** The words of this process, each with a zero behind it. */
        private static final Path OWN_WORDS = Path.of("/proc/self/cmdline");

        private TypedProgram() {}

        static List<String> words() {
            return words(System.getProperties(), ownWords());
        }

        /**
         * @param properties the JVM's; those of {@code java -jar} say which jar was typed
         * @param ownWords the words of this process, the JVM first: peers run in the same one; empty if unknown
         */
        static List<String> words(Properties properties, List<String> ownWords) {
            String script = properties.getProperty(SCRIPT, "");
            if (!script.isEmpty()) {
                return List.of(script);
            }
            String jar = properties.getProperty("java.class.path", "");
            boolean isOneJar = jar.endsWith(".jar") && !jar.contains(File.pathSeparator);
            String typed = properties.getProperty("sun.java.command", "");
            if (!isOneJar || !(typed + " ").startsWith(jar + " ")) {
                return List.of(USUAL);
            }
            int option = ownWords.indexOf(JAR_OPTION);
            boolean isKnown = option > 0 && ownWords.indexOf(jar) == option + 1;
            return isKnown ? repeated(ownWords.subList(0, option + 2)) : List.of("java", JAR_OPTION, jar);
        }

        /** Of the JVM's own arguments the suite's properties alone change what a command does; others may be secrets. */
        private static List<String> repeated(List<String> words) {
            int option = words.size() - 2;
            return IntStream.range(0, words.size())
                    .filter(i -> i == 0 || i >= option || words.get(i).startsWith(OWN_PROPERTY))
                    .mapToObj(words::get)
                    .toList();
        }

        private static List<String> ownWords() {
            try {
                byte[] words = Files.readAllBytes(OWN_WORDS);
                return List.of(new String(words, Charset.defaultCharset()).split("\0", -1));
            } catch (IOException e) {
                return List.of(); // not on Linux
            }
        }
    }
}
