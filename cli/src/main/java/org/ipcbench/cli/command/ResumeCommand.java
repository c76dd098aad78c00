package org.ipcbench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ipcbench.cli.command.MeasuringCommand.LastLines;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.EndpointOptions;
import org.ipcbench.cli.options.PeerOptions;
import org.ipcbench.cli.options.PeerOptions.PluginOption;
import org.ipcbench.cli.options.RunOptions.VaryOption;
import org.ipcbench.cli.options.RunParameter;
import org.ipcbench.cli.options.TextOptions;
import org.ipcbench.cli.options.TextOptions.ExportOptions;
import org.ipcbench.cli.options.TextOptions.LanguageOption;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.TerminalDisplay;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.Converters.FailOn;
import org.ipcbench.cli.value.Converters.Ignored;
import org.ipcbench.cli.value.DimensionOption.Listed;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.run.request.RunSetup.RunOutput;
import org.ipcbench.run.resume.InterruptedRun;
import org.ipcbench.run.resume.RepeatedTerms;
import org.ipcbench.run.resume.ResumeRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the missing iterations of a run. */
@Command(
        name = ResumeCommand.NAME,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Resumes a run that was killed or interrupted: measures its missing iterations in its order and"
                + " adds them to its directory. JVM, jars, commands, servers and files have to be named again.",
        footer = {"", "Examples:", "  ipcbench resume output/2026-01-31T12-00-00-k7f3q"})
public final class ResumeCommand implements Callable<Integer> {
    public static final String NAME = "resume";

    @Mixin
    RunParameter run = new RunParameter();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "File that the run transfers, with the same content; only for a run of transfer.")
    @Nullable
    Path file;

    @Mixin
    RepeatedOptions repeated = new RepeatedOptions();

    @Option(
            names = Ignored.OPTION,
            paramLabel = "LIST",
            converter = Ignored.OfResumed.class,
            description =
                    "Comma-separated: damaged lines of results.jsonl, which are skipped; environment, a machine, kernel, JVM or suite"
                            + " that differs (default: either is refused).")
    Ignored ignored = Ignored.NOTHING;

    @Mixin
    ExportOptions exports = new ExportOptions();

    @Mixin
    LanguageOption language = new LanguageOption();

    @Option(
            names = "--no-progress",
            description = "Hide the rankings so far (always hidden when stderr is not a terminal).")
    boolean noProgress;

    @Option(
            names = "--verbose",
            description = "Print to stderr how each iteration goes, as the commands that measure do.")
    boolean verbose;

    @Mixin
    TextOptions text = new TextOptions();

    private final CliContext context;

    public ResumeCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        InterruptedRun interrupted = InterruptedRun.of(request());
        if (!interrupted.isIncomplete()) {
            RunOutcome complete = interrupted.judged();
            context.terminal().err().println("nothing is missing in " + run.path);
            complete.lines().forEach(context.terminal().err()::println);
            return ExitCode.of(complete).code();
        }
        TerminalDisplay display = new TerminalDisplay(
                context.terminal(),
                !noProgress,
                verbose,
                outcome -> ReportCommand.text(
                        text,
                        language.locale,
                        interrupted.answer(outcome, language.locale),
                        outcome.environment(),
                        outcome.result()));
        Optional<RunOutcome> outcome = interrupted.resume(context.launcher(), display);
        outcome.ifPresent(measured -> new LastLines(context.terminal()).print(measured, Optional.empty()));
        return display.exitCode(outcome).code();
    }

    private ResumeRequest request() {
        return new ResumeRequest(
                new RunOutput(run.path, Map.of(), exports.formats.all(), language.locale, context.arguments()),
                ignored.damaged(),
                repeated.terms(file),
                FailOn.gates(repeated.vary.failOn),
                FailOn.isMissing(repeated.vary.failOn),
                ignored.environment());
    }

    /** Options that the user has to repeat to resume a run. */
    private static final class RepeatedOptions {
        @Option(
                names = "--to",
                paramLabel = "PATH",
                description = "File that every iteration writes, if the run was measured with --to.")
        @Nullable
        Path target;

        @Option(names = "--force", description = "Replace a file at --to though the run has not made it.")
        boolean force;

        @Option(
                names = PeerOptions.JVM,
                paramLabel = "JAVA_HOME",
                description = "Java home or java command of the peers, if the run was measured with --jvm.")
        @Nullable
        Jvm jvm;

        @Option(
                names = "--jvm-args",
                paramLabel = "ARGS",
                converter = Converters.Words.class,
                arity = "1",
                description = "JVM arguments for the peers, if the run was measured with --jvm-args.")
        List<String> jvmArguments = List.of();

        @Mixin
        VaryOption vary = new VaryOption();

        @Option(
                names = PluginOption.NAME,
                paramLabel = "JAR|DIR",
                description =
                        "Jar or directory with transports of your own, if the run was measured with --plugin; repeatable.")
        List<Path> plugins = List.of();

        @Option(
                names = "--relay",
                paramLabel = "LIST",
                converter = Relays.class,
                description = "Relays, if the run was measured with commands as --relay.")
        Values<String> relays = Values.none();

        @Option(
                names = "--program",
                paramLabel = "LIST",
                converter = Programs.class,
                description = "Programs, if the run was measured with commands as --program.")
        Values<String> programs = Values.none();

        @Option(
                names = EndpointOptions.ENDPOINT,
                paramLabel = "URL",
                description = "Servers, if the run was measured with --endpoint; comma-separated, repeatable.")
        List<String> endpoints = List.of();

        /**
         * What the user names.
         *
         * @param file the file to transfer; null if none is given
         */
        RepeatedTerms terms(@Nullable Path file) {
            return new RepeatedTerms(
                    Optional.ofNullable(file),
                    Optional.ofNullable(target),
                    force,
                    Optional.ofNullable(jvm),
                    jvmArguments,
                    vary.given(),
                    plugins,
                    Map.of(Dimension.RELAY, relays.list(), Dimension.PROGRAM, programs.list()),
                    EndpointOptions.addresses(endpoints));
        }
    }

    static final class Relays extends Listed<String> {
        Relays() {
            super(Dimension.RELAY);
        }
    }

    static final class Programs extends Listed<String> {
        Programs() {
            super(Dimension.PROGRAM);
        }
    }
}
