package org.ipcbench.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.ipcbench.doctor.Diagnosis;
import org.ipcbench.doctor.Doctor;
import org.ipcbench.doctor.Finding;
import org.ipcbench.doctor.Severity;
import org.ipcbench.workload.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at the machine, and measures nothing. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Looks for what would spoil or prevent measuring on this machine, says what it does to figures and what mends"
                        + " it. The exit code is 1 where something serious was found.")
final class DoctorCommand implements Callable<Integer> {
    private static final String REMEDY_BEHIND = "; ";

    @Option(
            names = {"-t", "--transports"},
            paramLabel = "LIST",
            defaultValue = Request.STANDARD,
            completionCandidates = TransportCandidates.class,
            description = "Transports that you want to measure (default: ${DEFAULT-VALUE}).")
    String transports = Request.STANDARD;

    @Option(
            names = {"-s", "--sizes"},
            paramLabel = "LIST",
            defaultValue = "4096",
            converter = Converters.Sizes.Converter.class,
            description = "Message sizes that you want to measure (default: ${DEFAULT-VALUE}).")
    Converters.Sizes sizes = new Converters.Sizes(List.of());

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            defaultValue = "output",
            converter = Converters.Directory.class,
            description = "Directory that files of runs shall go to (default: ${DEFAULT-VALUE}).")
    Path output = Path.of("output");

    @Option(names = "--clean", description = "Remove what killed runs of yours have left, before looking.")
    boolean clean;

    @Option(names = Plugins.OPTION, paramLabel = "JAR", description = Plugins.DESCRIPTION)
    List<Path> plugins = List.of();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before calling
    CommandSpec spec;

    private final CliContext context;

    DoctorCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        RunOptions options = new RunOptions();
        options.transports = transports;
        options.output = output;
        GridOptions grid = new GridOptions();
        grid.sizes = sizes;
        BenchmarkRun run = new BenchmarkRun(
                spec.commandLine(),
                options,
                context,
                Request.ofGrid(
                        grid,
                        size -> new Workload.Stream(
                                new ExtentOptions().extent(ExtentOptions.BRIEF), size, grid.payload.value)));
        PeerPreparation preparation = new PeerPreparation(context, options.peers);
        if (clean) {
            preparation.removeLeftOvers();
        }
        Diagnosis diagnosis =
                new Doctor(PeerPreparation.temporary()).examine(run.intent()).and(obstacles(run, preparation));
        context.terminal().out().print(diagnosis.text());
        return (diagnosis.isSerious() ? ExitCode.FAILED : ExitCode.MEASURED).code();
    }

    /** What stands in the way of a run's own files. */
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

    /** Some obstacles name their remedy. */
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
