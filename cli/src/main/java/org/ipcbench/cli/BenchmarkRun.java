package org.ipcbench.cli;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ipcbench.doctor.Intent;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.launch.Jvm;
import org.ipcbench.launch.ReplacedJarException;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Cell;
import org.ipcbench.plan.Earlier;
import org.ipcbench.plan.Estimate;
import org.ipcbench.plan.Exhaustion;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.RunListener;
import org.ipcbench.plan.RunResult;
import org.ipcbench.plan.RunTally;
import org.ipcbench.plan.Runner;
import org.ipcbench.plan.VariantSettings;
import org.ipcbench.report.EnvironmentFile;
import org.ipcbench.report.ResultFiles;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.report.RunFiles;
import org.ipcbench.report.chart.PlotFiles;
import org.ipcbench.report.export.CellHistograms;
import org.ipcbench.report.export.ExportedRun;
import org.ipcbench.results.ForeignLinesException;
import org.ipcbench.results.Label;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunIdentity;
import org.ipcbench.results.RunRecord;
import org.ipcbench.results.RunTerms;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.Workload;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** From options to results: plan, check, measure, leave files. */
final class BenchmarkRun {
    private final CommandLine commandLine;
    private final RunOptions options;
    private final CliContext context;
    private final Request.Preparation preparation;
    private final Optional<Resumption> resumption;
    private final Map<String, String> labels;
    private final TransportSelection selection;
    private final Plan plan;
    private final Estimate estimate;
    private final Terminal terminal;

    BenchmarkRun(CommandLine commandLine, RunOptions options, CliContext context, Request request) {
        this.commandLine = commandLine;
        this.options = options;
        this.context = context;
        preparation = request.preparation();
        resumption = Optional.empty();
        terminal = context.terminal();
        labels = labels();
        selection = selection(request.defaultTransports());
        requireOneChoiceOfTheJvm();
        RequestedPlan requested = new RequestedPlan(commandLine, options, context, request, selection.transports());
        plan = requested.plan();
        estimate = Estimate.of(plan, PlotFiles.count(plan));
        requested.requireTimeForARound(estimate);
    }

    /** A run that goes on. */
    BenchmarkRun(CommandLine commandLine, RunOptions options, CliContext context, Resumption resumption, Plan plan) {
        this.commandLine = commandLine;
        this.options = options;
        this.context = context;
        preparation = Request.Preparation.NONE;
        this.resumption = Optional.of(resumption);
        this.plan = plan;
        terminal = context.terminal();
        labels = Map.of();
        selection = new TransportSelection(
                plan.cells().stream().map(Cell::transport).distinct().toList(),
                resumption.terms().named());
        estimate = Estimate.of(plan, PlotFiles.count(plan));
    }

    /**
     * Result of a run.
     *
     * @param result what was measured
     * @param environment what the figures belong to
     * @param brokenOff why the run ended early, unless by the user's will; empty where it did not
     * @param troubles why some of it or of its files is missing
     */
    record Outcome(RunResult result, Environment environment, Optional<String> brokenOff, List<String> troubles) {

        ExitCode exitCode(List<String> named) {
            ExitCode measured = ExitCode.of(result, named);
            return brokenOff.isPresent() || (measured == ExitCode.MEASURED && !troubles.isEmpty())
                    ? ExitCode.FAILED
                    : measured;
        }

        Outcome with(List<String> furtherTroubles) {
            List<String> all = new ArrayList<>(troubles);
            all.addAll(furtherTroubles);
            return new Outcome(result, environment, brokenOff, all);
        }
    }

    private void requireOneChoiceOfTheJvm() {
        if (options.vary.choosesTheJvm() && commandLine.getParseResult().hasMatchedOption(PeerOptions.JVM)) {
            throw new ParameterException(
                    commandLine,
                    "Invalid value for option '%s': varies the JVM, which %s chooses; omit %s"
                            .formatted(VaryOption.NAME, PeerOptions.JVM, PeerOptions.JVM));
        }
    }

    /** Checks everything that can be checked without measuring. */
    DryRun dryRun() throws IOException {
        new PeerPreparation(context, options.peers).requireLibraries(commandLine, options.vary, selection.transports());
        preparation.check(plan);
        checkRunDirectory(estimate);
        return new DryRun(plan, estimate);
    }

    /** The cells in their order. */
    List<Cell> cells() {
        return plan.cells();
    }

    /** What the machine has to be good for. */
    Intent intent() {
        return new Intent(
                selection.transports(),
                Set.copyOf(selection.named()),
                plan.cells().stream().map(Cell::unitSizeBytes).distinct().toList(),
                estimate.memoryBytes(),
                plan.cells().stream().noneMatch(cell -> cell.placement().equals(Placement.DEFAULT)),
                new PeerPreparation(context, options.peers)
                        .withoutArchives(options.vary).all().stream()
                                .anyMatch(settings -> settings.jvm().equals(Jvm.current())),
                options.peers.leastAddressBytes(),
                mostClients().number(),
                mostClients().processes());
    }

    private Clients mostClients() {
        return plan.cells().stream()
                .map(Cell::clients)
                .max(Comparator.comparingInt(Clients::number))
                .orElse(Clients.ONE);
    }

    /** Why no run directory can be made; empty where nothing speaks against it. */
    Optional<String> outputObstacle() {
        try {
            RunDirectory.check(options.output, estimate.diskBytes());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Makes the run's directory, once what earlier runs left is removed and everything is checked. */
    RunDirectory begin() throws IOException {
        PeerPreparation peers = new PeerPreparation(context, options.peers);
        if (resumption.isPresent()) {
            requireSameEnvironment(resumption.get(), peers.withoutArchives(options.vary));
        }
        peers.requireScratchDirectories(commandLine);
        peers.requireRoom(commandLine, intent());
        peers.requireLibraries(commandLine, options.vary, selection.transports());
        peers.requireStart(commandLine, options.vary);
        peers.removeLeftOvers();
        preparation.check(plan); // now, because what is left over may be large
        return resumption.isPresent() ? resumption.get().directory() : runDirectory(estimate);
    }

    /** Measures every cell; empty where the run was interrupted during its preparation. */
    Optional<Outcome> measure(RunDirectory directory) throws IOException {
        Optional<RunTerms> terms = prepared(directory);
        if (terms.isEmpty()) {
            return Optional.empty();
        }
        PeerPreparation peers = new PeerPreparation(context, options.peers);
        VariantSettings settings = peers.settings(options.vary);
        RunEnvironment surroundings = new RunEnvironment(settings, plan);
        Environment environment = surroundings.capture();
        RunIdentity identity =
                surroundings.identity(environment, context.arguments(), labels, options.accepted.kinds());
        if (resumption.isEmpty()) {
            new EnvironmentFile().write(environment, directory.path().resolve(EnvironmentFile.FILE_NAME));
        }
        peers.warn(intent(), environment.machine().cpu());
        terminal.err().print(surroundings.description(environment) + "; " + new DryRun(plan, estimate).summary());
        Environment reported = resumption.isPresent() ? RecordedRun.environmentOf(directory.path()) : environment;
        try (ResultsLog log = log(directory, identity, terms.get())) {
            return Optional.of(measure(settings, directory, log, reported));
        }
    }

    private void requireSameEnvironment(Resumption resumed, VariantSettings settings) throws IOException {
        Optional<String> obstacle = resumed.obstacle(plan, new RunEnvironment(settings, plan).capture());
        if (obstacle.isPresent()) {
            throw new InvalidValueException(
                    commandLine, "RUN", "'%s': %s".formatted(resumed.record().directory(), obstacle.get()));
        }
    }

    /** Measures, prints what is made of the outcome, and leaves the files; returns the exit code. */
    int complete(Function<Outcome, String> text) throws IOException {
        RunDirectory directory = begin();
        try (Interruption interruption = new Interruption()) {
            Optional<Outcome> outcome = measure(directory);
            if (outcome.isEmpty()) {
                terminal.err().println("interrupted");
                return ExitCode.INTERRUPTED.code();
            }
            terminal.out().print(text.apply(outcome.get())); // before the plots, of which many may take a while
            return interruption.holdOff(() -> finish(outcome.get(), directory)).code();
        }
    }

    /** Draws the plots, exports, and says what is missing and where the files are. */
    ExitCode finish(Outcome measured, RunDirectory directory) throws IOException {
        RunResult result = measured.result();
        Outcome outcome = measured.with(options.exports.write(
                directory.path(),
                ExportedRun.of(
                        result, measured.environment(), CellHistograms.in(directory.path()), options.peers.locale)));
        new ResultFiles(directory.path(), outcome.environment(), arguments(), terminal.err()::println).write(result);
        outcome.troubles().forEach(terminal.err()::println);
        if (Files.isDirectory(directory.path())) {
            terminal.err().printf("%sresults in %s%n", result.interrupted() ? "interrupted; " : "", directory.path());
        }
        return outcome.exitCode(selection.named());
    }

    /** The command line of the run, as it may be published. */
    private List<String> arguments() {
        return resumption
                .map(resumed -> resumed.record().header().run().arguments())
                .orElseGet(() -> new EnvironmentProbe().published(context.arguments()));
    }

    /**
     * What the run is measured with once it is prepared; otherwise the directory of a run that was to begin is empty and is
     * removed.
     */
    private Optional<RunTerms> prepared(RunDirectory directory) throws IOException {
        Optional<RunTerms> terms = Optional.empty();
        try {
            preparation.prepare();
            terms = Optional.of(terms());
        } catch (ClosedByInterruptException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (terms.isEmpty() && resumption.isEmpty()) {
                Files.deleteIfExists(directory.path());
            }
        }
        return terms;
    }

    private RunTerms terms() throws IOException {
        if (resumption.isPresent()) {
            return resumption.get().terms();
        }
        Optional<Workload.Transfer> transfer = plan.cells().stream()
                .map(Cell::workload)
                .flatMap(workload -> workload instanceof Workload.Transfer file ? Stream.of(file) : Stream.empty())
                .findFirst();
        return new GivenTerms(
                        options,
                        commandLine.getParseResult().hasMatchedOption(PeerOptions.JVM),
                        selection.named(),
                        transfer.map(Workload.Transfer::file),
                        transfer.filter(file -> file.target() != null).isPresent())
                .terms();
    }

    private Outcome measure(VariantSettings settings, RunDirectory directory, ResultsLog log, Environment environment)
            throws IOException {
        List<RunListener> listeners = new ArrayList<>();
        log.weakness().ifPresent(terminal.err()::println);
        RunTally tally = new RunTally(plan, options.accepted.kinds());
        Earlier earlier = earlier(tally);
        RunFiles files =
                new RunFiles(directory, tally, log, warning -> listeners.forEach(listener -> listener.warned(warning)));
        listeners.add(files);
        RunResult result;
        List<String> brokenOff = new ArrayList<>();
        if (options.noProgress || !Terminal.isInteractive()) {
            addLines(listeners, terminal.err()::println);
            result = run(settings, tally, earlier, listeners, brokenOff);
        } else {
            try (ProgressDisplay progress = new ProgressDisplay(terminal, IterationNames.of(plan))) {
                listeners.add(progress);
                addLines(listeners, progress::printAbove);
                result = run(settings, tally, earlier, listeners, brokenOff);
            }
        }
        List<String> troubles = new ArrayList<>(brokenOff);
        troubles.addAll(files.finish(result));
        if (options.strict) {
            troubles.addAll(new StrictFigures(selection.named()).complaints(result));
        }
        return new Outcome(result, environment, brokenOff.stream().findFirst(), troubles);
    }

    private ResultsLog log(RunDirectory directory, RunIdentity identity, RunTerms terms) throws IOException {
        return resumption.isPresent()
                ? ResultsLog.resume(resumption.get().record(), resumption.get().lock(), plan, identity)
                : ResultsLog.create(directory.path().resolve(ResultsLog.FILE_NAME), plan, identity, terms);
    }

    /** What a resumed run has measured so far, which the tally gets as well. */
    private Earlier earlier(RunTally tally) throws IOException {
        if (resumption.isEmpty()) {
            return Earlier.NOTHING;
        }
        RunRecord record = resumption.get().record();
        record.forEachIteration(plan, tally::add);
        Earlier earlier = record.earlier(plan);
        terminal.err()
                .printf(
                        "%d of %d iterations are measured already%n",
                        earlier.turns().size(), plan.turnCount());
        return earlier;
    }

    private void addLines(List<RunListener> listeners, Consumer<String> lines) {
        listeners.add(new WarningLines(lines));
        listeners.add(new OtherRuns(lines));
        if (options.verbose) {
            listeners.add(new VerboseLines(IterationNames.of(plan), lines));
        }
    }

    /** Where something ends the run early, what was measured before is still reported, and the rest can be resumed. */
    private RunResult run(
            VariantSettings settings,
            RunTally tally,
            Earlier earlier,
            List<RunListener> listeners,
            List<String> brokenOff)
            throws IOException {
        try {
            return new Runner(settings, NanoClock.system(), listeners).run(plan, tally, earlier);
        } catch (ForeignLinesException | ReplacedJarException | Error e) {
            brokenOff.add("the run ended early: " + Exhaustion.describe(e));
            return tally.result(true);
        }
    }

    private TransportSelection selection(String defaultTransports) {
        String text = options.transports == null ? defaultTransports : options.transports;
        try {
            return TransportSelection.parse(text, context.registry());
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

    private Map<String, String> labels() {
        try {
            return Label.byKey(options.labels);
        } catch (IllegalArgumentException e) {
            throw usage("--label", e);
        }
    }

    private ParameterException usage(String option, Exception problem) {
        return new ParameterException(
                commandLine, "Invalid value for option '%s': %s".formatted(option, problem.getMessage()), problem);
    }
}
