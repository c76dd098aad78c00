package org.ipcbench.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.ipcbench.cli.command.RequestMessage;
import org.ipcbench.cli.command.ResumeCommand;
import org.ipcbench.cli.command.RootCommand;
import org.ipcbench.cli.command.RootCommand.SuiteVersionProvider;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.PeerOptions.PluginOption;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.terminal.Terminal.MessageLine;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.plan.rounds.Exhaustion;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.program.Plugins;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.text.NearestName;
import org.ipcbench.text.Quantity;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program. */
public final class Main {
    private static final String HELP = "help";
    private static final String HELP_OPTION = "--help";

    private Main() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // files, paths and addresses have ASCII digits
        Terminal.outlive();
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        OutputStream err = new FileOutputStream(FileDescriptor.err);
        System.exit(run(new Terminal(System.in, out, err), arguments));
    }

    /** Runs the program without ending the JVM. */
    static int run(Terminal terminal, String... arguments) {
        try {
            Plugins plugins = isResuming(arguments) ? new Plugins(List.of()) : PluginOption.plugins(arguments);
            int exitCode;
            try (Launcher launcher = plugins.launcher()) {
                CliContext context = new CliContext(terminal, launcher, List.of());
                CommandLine commandLine = commandLine(context.calledWith(arguments), arguments);
                exitCode = commandLine.execute(asked(commandLine, arguments));
            }
            return terminal.hasLostOutput() ? unwritten(terminal, exitCode) : exitCode;
        } catch (IllegalArgumentException e) {
            terminal.err().println(MessageLine.of("ipcbench: %s: %s".formatted(PluginOption.NAME, e.getMessage())));
            return ExitCode.USAGE.code();
        } catch (IOException e) {
            terminal.err().println("ipcbench: --remote-java: cannot remove the copy: " + e.getMessage());
            return ExitCode.FAILED.code();
        } catch (Error e) {
            terminal.err().println("ipcbench: " + Exhaustion.describe(e));
            return ExitCode.FAILED.code();
        }
    }

    /** What {@code help COMMAND} asks for, in the words of every other command line. */
    private static String[] asked(CommandLine commandLine, String... arguments) {
        if (arguments.length == 0 || !arguments[0].equalsIgnoreCase(HELP)) {
            return arguments;
        }
        if (arguments.length == 1) {
            return new String[] {HELP_OPTION};
        }
        return commandLine.getSubcommands().containsKey(arguments[1])
                ? new String[] {arguments[1], HELP_OPTION}
                : new String[] {HELP + " " + arguments[1]}; // is refused, as it is no command
    }

    /** A resuming command compares its jars with the run's jars before it loads them. */
    private static boolean isResuming(String... arguments) {
        return arguments.length > 0 && arguments[0].equalsIgnoreCase(ResumeCommand.NAME);
    }

    /** An earlier failure keeps its own exit code. */
    private static int unwritten(Terminal terminal, int exitCode) {
        terminal.err().println("ipcbench: standard output could not be written; some or all of it is lost");
        return exitCode == ExitCode.MEASURED.code() ? ExitCode.FAILED.code() : exitCode;
    }

    /** The program's commands. */
    public static CommandLine commandLine(CliContext context) {
        return commandLine(context, new String[0]);
    }

    /** The program with the command that is named first, else with all: reading all their annotations takes a third of the time until a run begins. */
    private static CommandLine commandLine(CliContext context, String... arguments) {
        Terminal terminal = context.terminal();
        RootCommand root = new RootCommand(context);
        CommandLine commandLine = new CommandLine(root);
        Map<String, Supplier<CommandLine>> all = root.subcommands();
        boolean isNamed = arguments.length > 0 && all.containsKey(arguments[0]);
        for (String name : isNamed ? List.of(arguments[0]) : all.keySet()) {
            commandLine.addSubcommand(
                    name, Objects.requireNonNull(all.get(name)).get());
        }
        commandLine
                .setSubcommandsCaseInsensitive(true)
                .setExpandAtFiles(false) // a name may begin with an @
                .setExecutionStrategy(new SubcommandAlone())
                .setParameterExceptionHandler((problem, values) -> usage(terminal, problem))
                .setExecutionExceptionHandler((problem, failed, parsed) -> failure(terminal, problem, failed));
        Converters.register(commandLine);
        HelpText.arrange(commandLine);
        commandLine
                .getSubcommands()
                .values()
                .forEach(subcommand -> subcommand.getCommandSpec().versionProvider(new SuiteVersionProvider()));
        commandLine.setOut(new PrintWriter(terminal.ownOut(), true, StandardCharsets.UTF_8));
        commandLine.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
        return commandLine;
    }

    private static int usage(Terminal terminal, ParameterException problem) {
        String command = problem.getCommandLine().getCommandSpec().qualifiedName();
        terminal.err().printf("%s: %s (see %s --help)%n", command, UsageMessage.of(problem), command);
        return ExitCode.USAGE.code();
    }

    private static int failure(Terminal terminal, Exception problem, CommandLine failed) {
        if (problem instanceof InvalidRequestException wrong) {
            return usage(terminal, new ParameterException(failed, RequestMessage.of(wrong), wrong));
        }
        terminal.err()
                .println(MessageLine.of(
                        "ipcbench: %s: %s".formatted(problem.getClass().getSimpleName(), problem.getMessage())));
        return ExitCode.FAILED.code();
    }

    /**
     * Executes the subcommand if there is one, else the main command. Arguments before a subcommand are refused: picocli
     * would ignore them, and the run would differ from what the user asked for.
     */
    private static final class SubcommandAlone implements IExecutionStrategy {
        private static final String WHOLE_HELP = "--help";

        private final IExecutionStrategy last = new RunLast();

        @Override
        public int execute(ParseResult parsed) {
            if (parsed.hasSubcommand() && !informs(parsed) && !informs(parsed.subcommand())) {
                requireNothingBeforeSubcommand(parsed);
            }
            ParseResult asked = parsed.hasSubcommand() && !informs(parsed) ? parsed.subcommand() : parsed;
            if (asked.isUsageHelpRequested() && !parsed.originalArgs().contains(WHOLE_HELP)) {
                asked.commandSpec().commandLine().getOut().print(HelpText.brief(asked.commandSpec()));
                asked.commandSpec().commandLine().getOut().flush();
                return CommandLine.ExitCode.OK;
            }
            return last.execute(parsed);
        }

        private static boolean informs(ParseResult parsed) {
            return parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested();
        }

        private static void requireNothingBeforeSubcommand(ParseResult parsed) {
            for (ArgSpec argument : parsed.matchedArgs()) {
                if (!holdsEverywhere(argument)) {
                    ParseResult subcommand = parsed.subcommand();
                    String text = typed(argument, parsed);
                    boolean known = subcommand.commandSpec().findOption(text) != null;
                    throw new ParameterException(
                            subcommand.commandSpec().commandLine(),
                            (known ? "'%s' belongs after '%s'" : "'%s' stands before '%s', which does not take it")
                                    .formatted(text, subcommand.commandSpec().name()));
                }
            }
        }

        /** Plugins are read from the whole command line. */
        private static boolean holdsEverywhere(ArgSpec argument) {
            return argument instanceof OptionSpec option && option.longestName().equals(PluginOption.NAME);
        }

        /** Returns the value of a parameter, or the name of an option as the user typed it. */
        private static String typed(ArgSpec argument, ParseResult parsed) {
            return argument instanceof OptionSpec option
                    ? parsed.originalArgs().stream()
                            .map(word -> word.replaceFirst("=.*", ""))
                            .filter(List.of(option.names())::contains)
                            .findFirst()
                            .orElseGet(option::longestName) // short name and value were typed in one word
                    : argument.originalStringValues().get(0);
        }
    }

    /** Describes in one line what is wrong with a command line. */
    private static final class UsageMessage {
        /** Picocli's message if an option of a group of alternatives is given twice. */
        private static final String GROUP_TWICE = "^expected only one match but got (\\[[^]]*\\]).*";

        /**
         * Names of options from before the first release, which scripts and habits may still use, and their names today.
         */
        private static final Map<String, String> FORMER_NAMES = Map.ofEntries(
                Map.entry("--accept", "--ignore"),
                Map.entry("--anyway", "--ignore"),
                Map.entry("--blocking-only", "--leave-out"),
                Map.entry("--client-peer", "--peer"),
                Map.entry("--deadline", "--duration"),
                Map.entry("--dies", "--event"),
                Map.entry("--ignore-environment", "--ignore"),
                Map.entry("--ignore-reasons", "--ignore"),
                Map.entry("--may-lose", "--allow-loss"),
                Map.entry("--no-shared-memory", "--leave-out"),
                Map.entry("--ruler", "--normalize-by"),
                Map.entry("--salvage", "--ignore"),
                Map.entry("--server-peer", "--peer"),
                Map.entry("--serve", "--server-model"),
                Map.entry("--skip-damaged", "--ignore"),
                Map.entry("--strict", "--fail-on"));

        private UsageMessage() {}

        static String of(ParameterException problem) {
            return MessageLine.of(describe(problem));
        }

        private static String describe(ParameterException problem) {
            if (problem instanceof UnmatchedArgumentException unmatched) {
                return ofUnmatched(unmatched, unmatched.getUnmatched());
            }
            boolean positional =
                    problem.getArgSpec() != null && problem.getArgSpec().isPositional();
            List<String> unmatchedBefore = problem.getCommandLine().getUnmatchedArguments();
            if (positional && !unmatchedBefore.isEmpty()) {
                return ofUnmatched(problem, unmatchedBefore); // the value of an unknown option
            }
            if (positional && isWord(problem.getValue()) && isVolume(problem.getArgSpec())) {
                Set<String> commands = problem.getCommandLine().getSubcommands().keySet();
                return "'%s' is not a command%s Allowed: %s, or %s"
                        .formatted(
                                problem.getValue(),
                                orFullStop(new NearestName(commands).question(problem.getValue())),
                                String.join(", ", commands),
                                Quantity.GIGABYTES);
            }
            return message(problem);
        }

        /** A command is mistaken for the first argument of the form without commands. */
        private static boolean isVolume(ArgSpec argument) {
            return argument instanceof PositionalParamSpec parameter
                    && parameter.index().min() == 0
                    && !parameter.command().subcommands().isEmpty();
        }

        private static boolean isWord(@Nullable String value) {
            return value != null && value.matches("(?s)[A-Za-z]{2,}.*");
        }

        private static String ofUnmatched(ParameterException problem, List<String> unmatched) {
            String first = unmatched.get(0);
            if (first.matches("-\\d.*")) {
                return "'%s' is negative; must be greater than 0".formatted(first);
            }
            if (first.startsWith("-")) {
                return "Unknown option: '%s'%s".formatted(first, nearestOption(first, problem.getCommandLine()));
            }
            int allowed = problem.getCommandLine()
                    .getCommandSpec()
                    .positionalParameters()
                    .size();
            return allowed == 0
                    ? "takes no arguments, only options; found '%s'".formatted(first)
                    : "takes at most %d argument%s; remove '%s'".formatted(allowed, allowed == 1 ? "" : "s", first);
        }

        /** Only for long names: any two names of two letters are similar. */
        private static String nearestOption(String typed, CommandLine command) {
            if (!typed.startsWith("--")) {
                return "";
            }
            String name = typed.replaceFirst("=.*", "");
            Set<String> options = command.getCommandSpec().optionsMap().keySet();
            String today = FORMER_NAMES.getOrDefault(name, name);
            if (options.contains(today)) {
                return ", did you mean '%s'?".formatted(today);
            }
            String nearest = new NearestName(options).question(name);
            List<String> others = othersWith(today, command);
            return nearest.isEmpty() && !others.isEmpty()
                    ? "; %s is an option of %s".formatted(today, String.join(", ", others))
                    : nearest;
        }

        /** The commands that have an option. */
        private static List<String> othersWith(String option, CommandLine command) {
            RootCommand root = (command.getParent() == null ? command : command.getParent()).getCommand();
            return root.subcommands().entrySet().stream()
                    .filter(other ->
                            other.getValue().get().getCommandSpec().optionsMap().containsKey(option))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        private static String orFullStop(String question) {
            return question.isEmpty() ? "." : question;
        }

        private static String message(ParameterException problem) {
            return String.valueOf(problem.getMessage())
                    .replaceFirst("^Error: ", "")
                    .replaceFirst(GROUP_TWICE, "$1 should be specified only once");
        }
    }
}
