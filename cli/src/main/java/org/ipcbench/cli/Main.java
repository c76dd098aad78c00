package org.ipcbench.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.ipcbench.cli.command.AdviseCommand;
import org.ipcbench.cli.command.BlockCommand;
import org.ipcbench.cli.command.CompareCommand;
import org.ipcbench.cli.command.ConnectCommand;
import org.ipcbench.cli.command.DoctorCommand;
import org.ipcbench.cli.command.InteractiveCommand;
import org.ipcbench.cli.command.LatencyCommand;
import org.ipcbench.cli.command.ListCommand;
import org.ipcbench.cli.command.LoadCommand;
import org.ipcbench.cli.command.MergeCommand;
import org.ipcbench.cli.command.ReportCommand;
import org.ipcbench.cli.command.ReproduceCommand;
import org.ipcbench.cli.command.RequestMessage;
import org.ipcbench.cli.command.ResumeCommand;
import org.ipcbench.cli.command.RootCommand;
import org.ipcbench.cli.command.ShareCommand;
import org.ipcbench.cli.command.ThroughputCommand;
import org.ipcbench.cli.command.TransferCommand;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.PluginOption;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.MessageLine;
import org.ipcbench.cli.terminal.SuiteVersionProvider;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.plan.rounds.Exhaustion;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.program.Plugins;
import org.ipcbench.run.request.InvalidRequestException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The program. */
public final class Main {
    private static final String HELP = "help";
    private static final String HELP_OPTION = "--help";

    private Main() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // files, paths and addresses have ASCII digits
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
                CommandLine commandLine = commandLine(context.calledWith(arguments));
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
        Terminal terminal = context.terminal();
        CommandLine commandLine = new CommandLine(new RootCommand(context))
                .addSubcommand(new ThroughputCommand(context))
                .addSubcommand(new LatencyCommand(context))
                .addSubcommand(new ConnectCommand(context))
                .addSubcommand(new LoadCommand(context))
                .addSubcommand(new BlockCommand(context))
                .addSubcommand(new TransferCommand(context))
                .addSubcommand(new ReproduceCommand(context))
                .addSubcommand(InteractiveCommand.commandLine(context))
                .addSubcommand(new AdviseCommand(context))
                .addSubcommand(new CompareCommand(context))
                .addSubcommand(new ListCommand(context))
                .addSubcommand(new ReportCommand(context))
                .addSubcommand(new ResumeCommand(context))
                .addSubcommand(new MergeCommand(context))
                .addSubcommand(new ShareCommand(context))
                .addSubcommand(new DoctorCommand(context))
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
}
