package org.ipcbench.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ipcbench.cli.options.CliContext;
import org.ipcbench.cli.options.ExtentOptions;
import org.ipcbench.cli.options.GridOptions;
import org.ipcbench.cli.options.PeerOptions.PluginOption;
import org.ipcbench.cli.options.RepetitionOptions.IterationsOption;
import org.ipcbench.cli.options.RunOptions;
import org.ipcbench.cli.terminal.ExitCode;
import org.ipcbench.cli.value.Converters;
import org.ipcbench.cli.value.DimensionOption;
import org.ipcbench.cli.value.DimensionOption.Values;
import org.ipcbench.cli.value.InvalidValueException;
import org.ipcbench.cli.value.NamedChoices.TransportCandidates;
import org.ipcbench.doctor.Diagnosis;
import org.ipcbench.doctor.Diagnosis.Finding;
import org.ipcbench.doctor.Diagnosis.Finding.Severity;
import org.ipcbench.doctor.Doctor;
import org.ipcbench.run.BenchmarkRun;
import org.ipcbench.run.PeerPreparation;
import org.ipcbench.run.request.CellGrid;
import org.ipcbench.run.request.PlacementChoice;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.SizedWorkload;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.stream.MessageStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Examines the machine; measures nothing. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Looks for what would spoil or prevent measuring on this machine; reports the effect and the"
                + " fix. The exit code is 1 if something serious was found.",
        footer = {"", "Examples:", "  ipcbench doctor", "  ipcbench doctor -t uds,posix-mq -s 64K"})
public final class DoctorCommand implements Callable<Integer> {
    private static final String REMEDY_BEHIND = "; ";

    @Option(
            names = {"-t", "--transports"},
            paramLabel = "LIST",
            defaultValue = MeasuringCommand.STANDARD,
            completionCandidates = TransportCandidates.class,
            description = "Transports that you want to measure (default: ${DEFAULT-VALUE}).")
    String transports = MeasuringCommand.STANDARD;

    @Option(
            names = {"-s", GridOptions.SIZES, GridOptions.SIZE},
            paramLabel = "LIST",
            defaultValue = "4096",
            converter = DimensionOption.Sizes.class,
            description = "Message sizes that you want to measure (default: ${DEFAULT-VALUE}).")
    Values<Integer> sizes = Values.none();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            defaultValue = "output",
            converter = Converters.Directory.class,
            description = "Output directory to check (default: ${DEFAULT-VALUE}).")
    Path output = Path.of("output");

    @Option(names = "--clean", description = "Remove what your killed runs have left, before looking.")
    boolean clean;

    @Option(names = PluginOption.NAME, paramLabel = "JAR|DIR", description = PluginOption.DESCRIPTION)
    List<Path> plugins = List.of();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    CommandSpec spec;

    private final CliContext context;

    public DoctorCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Extent usual = new ExtentOptions().extent(ExtentOptions.BRIEF);
        RunRequest request = new RunRequest(
                CellGrid.of(selection(), SizedWorkload.ofSizes(sizes.list(), size -> new MessageStream(usual, size))),
                new IterationsOption().repetition(PlacementChoice.OF_THE_KERNEL.usualIterations(), Optional.empty()),
                output);
        BenchmarkRun run =
                new BenchmarkRun(context.launcher(), request, context.terminal().err()::println);
        PeerPreparation preparation = new PeerPreparation(
                context.launcher(), request.setup().peers(), context.terminal().err()::println);
        if (clean) {
            preparation.removeLeftOvers();
        }
        Diagnosis diagnosis =
                new Doctor(PeerPreparation.temporaries()).examine(run.intent()).and(obstacles(run, preparation));
        context.terminal().out().print(diagnosis.text());
        return (diagnosis.isSerious() ? ExitCode.FAILED : ExitCode.MEASURED).code();
    }

    private TransportSelection selection() {
        try {
            return TransportSelection.parse(transports, context.registry());
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(spec.commandLine(), "option '%s'".formatted(RunOptions.TRANSPORTS), e);
        }
    }

    /** What would prevent a run from writing its files. */
    private static List<Finding> obstacles(BenchmarkRun run, PeerPreparation preparation) {
        List<Finding> findings = new ArrayList<>();
        run.outputObstacle()
                .ifPresent(obstacle -> findings.add(
                        finding("output directory", Severity.SERIOUS, obstacle, "no run can start", "-o DIR")));
        preparation
                .archiveObstacle()
                .ifPresent(obstacle -> findings.add(finding(
                        "class archive",
                        Severity.NOTE,
                        "peers start without a class archive: " + obstacle,
                        "none, but each peer takes longer to start",
                        "export XDG_CACHE_HOME=DIR, a directory that you alone may write to")));
        return findings;
    }

    /** Makes a finding of an obstacle, some of which already name their remedy. */
    private static Finding finding(String name, Severity severity, String obstacle, String effect, String remedy) {
        int behind = obstacle.indexOf(REMEDY_BEHIND);
        return behind < 0
                ? new Finding(name, severity, obstacle, effect, remedy)
                : new Finding(
                        name,
                        severity,
                        obstacle.substring(0, behind),
                        effect,
                        obstacle.substring(behind + REMEDY_BEHIND.length()));
    }
}
