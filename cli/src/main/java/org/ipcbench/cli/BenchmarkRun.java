package org.ipcbench.cli;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ipcbench.environment.Environment;
import org.ipcbench.launch.PeerSettings;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.Estimate;
import org.ipcbench.plan.Exhaustion;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunListener;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plan.RunTally;
import org.ipcbench.plan.Runner;
import org.ipcbench.report.EnvironmentFile;
import org.ipcbench.report.PlotFiles;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.report.RunFiles;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Workload;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** From options to exit code: plan, check, measure, report. */
final class BenchmarkRun {
    private final CommandLine commandLine;
    private final RunOptions options;
    private final RunOptions.Dependencies dependencies;
    private final Terminal terminal;

    /**
     * What every transport is asked.
     *
     * @param sizeBytes size of a message, or of what the workload cuts into messages, in bytes
     * @param workload the question, with its extent for this size
     */
    record Question(int sizeBytes, Workload workload) {}

    BenchmarkRun(CommandLine commandLine, RunOptions options, RunOptions.Dependencies dependencies) {
        this.commandLine = commandLine;
        this.options = options;
        this.dependencies = dependencies;
        terminal = dependencies.terminal();
    }

    /**
     * What came of a run.
     *
     * @param result what was measured
     * @param troubles why some of it or of its files is missing
     */
    private record Outcome(RunResult result, List<String> troubles) {

        ExitCode exitCode(List<String> named) {
            ExitCode measured = ExitCode.of(result, named);
            return measured == ExitCode.MEASURED && !troubles.isEmpty() ? ExitCode.FAILED : measured;
        }
    }

    /** What takes a while and has to be there before the first cell is measured. */
    @FunctionalInterface
    interface Preparation {
        /** There is nothing to prepare. */
        Preparation NONE = () -> {};

        /** Complains of what is known to be missing. */
        default void check(Plan plan) throws IOException {}

        void prepare() throws IOException;
    }

    /**
     * Asks every chosen transport every question.
     *
     * @param preparation checked only by a dry run
     * @param printout what goes to standard output of what was measured
     */
    ExitCode execute(
            String defaultTransports,
            List<Question> questions,
            int iterations,
            Preparation preparation,
            Function<RunResult, String> printout)
            throws IOException {
        TransportSelection selection = selection(defaultTransports);
        Plan plan = new Plan(cells(selection, questions), iterations, options.peers.warmUp.toNanos(), options.seed);
        Estimate estimate = Estimate.of(plan, PlotFiles.count(plan));
        if (options.dryRun) {
            preparation.check(plan);
            checkRunDirectory(estimate);
            terminal.out().print(new DryRun(plan, estimate).text());
            return ExitCode.MEASURED;
        }
        Groundwork groundwork = new Groundwork(dependencies, options.peers);
        groundwork.removeLeftOvers();
        preparation.check(plan); // now, for what is left over may be large
        RunDirectory directory = runDirectory(estimate);
        try (Interruption interruption = new Interruption()) {
            if (!prepared(preparation, directory)) {
                terminal.err().println("interrupted");
                return ExitCode.INTERRUPTED;
            }
            PeerSettings settings = groundwork.launcher();
            RunEnvironment surroundings = new RunEnvironment(settings, plan);
            Environment environment = surroundings.capture();
            new EnvironmentFile().write(environment, directory.path().resolve(EnvironmentFile.FILE_NAME));
            terminal.err().print(surroundings.description(environment) + "; " + new DryRun(plan, estimate).summary());
            Outcome outcome = measure(settings, plan, directory);
            RunResult result = outcome.result();
            terminal.out().print(printout.apply(result)); // before the plots, of which many may take a while
            new PlotFiles(directory.path(), terminal.err()::println).write(result);
            if (!outcome.troubles().isEmpty()) {
                terminal.err().println(String.join("; ", outcome.troubles()));
            }
            if (Files.isDirectory(directory.path())) {
                terminal.err()
                        .printf("%sresults in %s%n", result.interrupted() ? "interrupted; " : "", directory.path());
            }
            return outcome.exitCode(selection.named());
        }
    }

    /** Tells whether all is prepared; where it is not, nothing has been measured that the run's directory could hold. */
    private static boolean prepared(Preparation preparation, RunDirectory directory) throws IOException {
        boolean prepared = false;
        try {
            preparation.prepare();
            prepared = true;
        } catch (ClosedByInterruptException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (!prepared) {
                Files.deleteIfExists(directory.path());
            }
        }
        return prepared;
    }

    private Outcome measure(PeerSettings settings, Plan plan, RunDirectory directory) throws IOException {
        List<RunListener> listeners = new ArrayList<>();
        try (ResultsLog log = new ResultsLog(directory.path().resolve(ResultsLog.FILE_NAME))) {
            RunTally tally = new RunTally(plan);
            RunFiles files = new RunFiles(
                    directory, tally, log, warning -> listeners.forEach(listener -> listener.warned(warning)));
            listeners.add(files);
            RunResult result;
            List<String> troubles = new ArrayList<>();
            if (options.noProgress || !Terminal.isInteractive()) {
                addLines(listeners, terminal.err()::println);
                result = run(settings, plan, tally, listeners, troubles);
            } else {
                try (ProgressDisplay progress =
                        new ProgressDisplay(terminal.err(), plan.turns().size())) {
                    listeners.add(progress);
                    addLines(listeners, progress::printAbove);
                    result = run(settings, plan, tally, listeners, troubles);
                }
            }
            troubles.addAll(files.finish(result));
            return new Outcome(result, troubles);
        }
    }

    private void addLines(List<RunListener> listeners, Consumer<String> lines) {
        listeners.add(new WarningLines(lines));
        if (options.verbose) {
            listeners.add(new VerboseLines(lines));
        }
    }

    /** Where an error of this JVM ends the run early, what was measured before is still reported. */
    private static RunResult run(
            PeerSettings settings, Plan plan, RunTally tally, List<RunListener> listeners, List<String> troubles)
            throws IOException {
        try {
            return new Runner(settings, NanoClock.system(), listeners).run(plan, tally);
        } catch (Error e) {
            troubles.add("the run ended early: " + Exhaustion.describe(e));
            return tally.result(false);
        }
    }

    private TransportSelection selection(String defaultTransports) {
        String text = options.transports == null ? defaultTransports : options.transports;
        try {
            return TransportSelection.parse(text, dependencies.registry());
        } catch (IllegalArgumentException e) {
            throw usage("--transports", e);
        }
    }

    private void checkRunDirectory(Estimate estimate) {
        try {
            RunDirectory.check(options.output, estimate.diskBytes());
        } catch (IOException e) {
            throw usage("--output", e);
        }
    }

    private RunDirectory runDirectory(Estimate estimate) {
        try {
            return RunDirectory.create(options.output, LocalDateTime.now(ZoneId.systemDefault()), estimate.diskBytes());
        } catch (IOException e) {
            throw usage("--output", e);
        }
    }

    private ParameterException usage(String option, Exception problem) {
        return new ParameterException(
                commandLine, "Invalid value for option '%s': %s".formatted(option, problem.getMessage()), problem);
    }

    private List<Cell> cells(TransportSelection selection, List<Question> questions) {
        List<Cell> cells = new ArrayList<>();
        for (Transport transport : selection.transports()) {
            for (Question question : questions) {
                for (int buffer : options.bufferSizes.bytes()) {
                    for (Placement placement : options.placements.list()) {
                        cells.add(new Cell(transport, question.workload(), question.sizeBytes(), buffer, placement));
                    }
                }
            }
        }
        return cells;
    }
}
