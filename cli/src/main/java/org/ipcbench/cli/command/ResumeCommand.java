package org.ipcbench.cli.command;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExportOptions;
import org.ipcbench.cli.options.PluginOption;
import org.ipcbench.cli.options.RunParameter;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.terminal.TerminalDisplay;
import org.ipcbench.cli.value.InvalidValueException;
import org.ipcbench.cli.value.NamedChoices;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.environment.PeerJvm;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.placement.Topology;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Variant;
import org.ipcbench.results.LockedRunException;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunLock;
import org.ipcbench.results.RunRecord;
import org.ipcbench.results.header.ResumedPlan;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.BenchmarkRun;
import org.ipcbench.run.Resumption;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.program.Plugins;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.program.VariedValue;
import org.ipcbench.run.request.Acceptance;
import org.ipcbench.run.request.Argument;
import org.ipcbench.run.request.GivenTerms;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.PeerRequest;
import org.ipcbench.run.request.RunOutput;
import org.ipcbench.run.request.RunSetup;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * Measures the missing iterations of a run. The run's record is data: nothing in it starts a program, loads a jar or
 * names a file.
 */
@Command(
        name = ResumeCommand.NAME,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Resumes a run that was killed or interrupted: measures its missing iterations in its order and"
                + " adds them to its directory. JVM, jars and files have to be named again.")
public final class ResumeCommand implements Callable<Integer> {
    public static final String NAME = "resume";
    static final String FILE = "FILE";

    @Mixin
    RunParameter run = new RunParameter();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = FILE,
            description = "File that the run transfers, with the same content; only for a run of transfer.")
    @Nullable
    Path file;

    @Mixin
    RepeatedOptions repeated = new RepeatedOptions();

    @Option(
            names = "--ignore-environment",
            description = "Resume even if the machine, the kernel, the JVM or the suite differs.")
    boolean ignoreEnvironment;

    @Mixin
    ExportOptions exports = new ExportOptions();

    @Option(
            names = "--locale",
            paramLabel = "de|en",
            converter = NamedChoices.Language.class,
            completionCandidates = NamedChoices.Language.class,
            description = "Language of summaries (default: the system's).")
    Locale locale = Locale.getDefault(Locale.Category.DISPLAY);

    @Option(
            names = "--no-progress",
            description = "Hide the progress bar (always hidden when stderr is not a terminal).")
    boolean noProgress;

    @Option(
            names = "--verbose",
            description = "Print to stderr how each iteration goes, as the commands that measure do.")
    boolean verbose;

    private final CliContext context;

    public ResumeCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws IOException {
        RunRecord record = run.record();
        if (record.source().directory().isEmpty()) {
            throw run.invalid("'%s' was shared; resume the run itself, where it was measured".formatted(run.path));
        }
        if (!record.isInterrupted()) {
            context.terminal().err().println("nothing is missing in " + run.path);
            return ExitCode.MEASURED.code();
        }
        if (Files.isSymbolicLink(record.directory().resolve(ResultsLog.FILE_NAME))) {
            throw run.invalid("'%s' has a %s that is a link; resume the run that it points to"
                    .formatted(run.path, ResultsLog.FILE_NAME));
        }
        try (RunLock lock = lock(record)) {
            return resume(lock);
        }
    }

    private RunLock lock(RunRecord record) throws IOException {
        try {
            return RunLock.of(record.directory());
        } catch (LockedRunException e) {
            throw run.invalid("'%s' %s".formatted(run.path, e.getMessage()));
        } catch (FileSystemException | FileNotFoundException e) {
            throw run.invalid("'%s' cannot be written to: %s".formatted(run.path, e.getMessage()));
        }
    }

    private int resume(RunLock lock) throws IOException {
        RunRecord record = run.record(); // read under the lock: no other process writes it
        RunTerms terms = Optional.ofNullable(record.header().terms())
                .orElseThrow(() -> run.invalid(
                        "'%s' lacks what is needed to resume it; measure again instead".formatted(run.path)));
        repeated.omission(file, terms).ifPresent(this::refuse);
        ResumedTransfer transfer = transfer(terms);
        RunSetup setup = setup(record, terms);
        List<Path> plugins = existing(repeated.plugins);
        RunTerms given = new GivenTerms(
                        setup, plugins, terms.named(), Optional.ofNullable(transfer.file()), transfer.target() != null)
                .terms();
        RepeatedOptions.contradiction(terms, given).ifPresent(this::refuse);
        Resumption resumption = new Resumption(record, terms, lock, ignoreEnvironment);
        resumption.obstacle(machine(setup.peers().jvm())).ifPresent(this::refuseRun);
        return goOn(resumption, setup, plugins, transfer);
    }

    private int goOn(Resumption resumption, RunSetup setup, List<Path> plugins, ResumedTransfer transfer)
            throws IOException {
        RunHeader header = resumption.record().header();
        Launcher launcher = launcher(plugins);
        Plan plan = plan(header, resumption.terms(), launcher, transfer);
        transfer.shortage(plan).ifPresent(shortage -> {
            throw new InvalidRequestException(Argument.TARGET_FILE, shortage);
        });
        TerminalDisplay display = new TerminalDisplay(
                context.terminal(),
                !noProgress,
                verbose,
                outcome ->
                        ReportCommand.text(locale, header.run().arguments(), outcome.environment(), outcome.result()));
        return display.exitCode(new BenchmarkRun(launcher, setup, resumption, plan, display).measure())
                .code();
    }

    /** Combines what the record says about the run with the peers and jars that the user names. */
    private RunSetup setup(RunRecord record, RunTerms terms) {
        return new RunSetup(
                new PeerRequest(
                        Optional.ofNullable(repeated.jvm),
                        repeated.jvmArguments,
                        terms.timeout(),
                        Optional.empty(),
                        terms.pinned(),
                        Optional.ofNullable(named(repeated.vary.variation, terms))),
                new Acceptance(record.header().accepted(), repeated.vary.gates(), terms.strict()),
                new RunOutput(record.directory(), Map.of(), exports.formats.all(), locale, context.arguments()));
    }

    /** The user's variants under their names in the record: a jar may have moved or been renamed. */
    private static @Nullable Variation named(@Nullable Variation given, RunTerms terms) {
        List<String> labels = List.copyOf(terms.variants().keySet());
        if (given == null || given.values().size() != labels.size()) {
            return given;
        }
        Map<Variant, VariedValue> values = new LinkedHashMap<>();
        given.values().values().forEach(value -> values.put(new Variant(labels.get(values.size())), value));
        return new Variation(given.key(), values);
    }

    private List<Path> existing(List<Path> plugins) {
        try {
            return plugins.stream()
                    .map(plugin -> Plugins.existing(plugin.toString()))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(run.spec.commandLine(), "option '%s'".formatted(PluginOption.NAME), e);
        }
    }

    private ResumedTransfer transfer(RunTerms terms) throws IOException {
        try {
            return ResumedTransfer.of(file, repeated, terms);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(run.spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** The part of the environment that is known before a plugin is loaded. */
    private static Environment machine(Jvm jvm) {
        return new EnvironmentProbe()
                .capture(Instant.now(), 0, new PeerJvm("", jvm.feature(), List.of()), Map.of(), Map.of());
    }

    private Launcher launcher(List<Path> jars) {
        try {
            return jars.isEmpty() ? context.launcher() : new Plugins(jars).launcher();
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(run.spec.commandLine(), "option '%s'".formatted(PluginOption.NAME), e);
        }
    }

    private Plan plan(RunHeader header, RunTerms terms, Launcher launcher, ResumedTransfer transfer)
            throws IOException {
        try {
            return new ResumedPlan(
                            header,
                            terms,
                            launcher.registry()::named,
                            Topology.ofThisMachine(),
                            transfer.file(),
                            transfer.target())
                    .plan();
        } catch (IllegalArgumentException e) {
            throw run.invalid("'%s' cannot be resumed: %s".formatted(run.path, e.getMessage()));
        }
    }

    private void refuse(String problem) {
        throw new ParameterException(run.spec.commandLine(), problem);
    }

    private void refuseRun(String problem) {
        throw run.invalid("'%s': %s".formatted(run.path, problem));
    }
}
