package org.ipcbench.run;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.doctor.Doctor.Intent;
import org.ipcbench.doctor.Doctor.Intent.Crowd;
import org.ipcbench.doctor.StallLook;
import org.ipcbench.environment.Environment;
import org.ipcbench.figure.RunOrigin;
import org.ipcbench.kernel.TemporaryDirectory;
import org.ipcbench.launch.command.ClassPath.ReplacedJarException;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.placement.Placement;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.Plan.Earlier;
import org.ipcbench.plan.RunEstimate;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.result.IterationResult;
import org.ipcbench.plan.result.RunResult;
import org.ipcbench.plan.result.RunTally;
import org.ipcbench.plan.rounds.Exhaustion;
import org.ipcbench.plan.rounds.RunListener;
import org.ipcbench.plan.rounds.Runner;
import org.ipcbench.plan.rounds.VariantSettings;
import org.ipcbench.report.ResultFiles;
import org.ipcbench.report.RunDirectory;
import org.ipcbench.report.RunFiles;
import org.ipcbench.report.chart.PlotFiles;
import org.ipcbench.report.export.ExportFormat;
import org.ipcbench.report.export.ExportedRun;
import org.ipcbench.report.export.ExportedRun.CellHistograms;
import org.ipcbench.report.export.Exports;
import org.ipcbench.report.export.SamplesExport;
import org.ipcbench.report.file.CsvReport;
import org.ipcbench.report.words.Answer;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.header.RunIdentity;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.results.line.SyncedLines.ForeignLinesException;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.program.Variation;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.PrefixSurvey;
import org.ipcbench.run.request.RunRequest;
import org.ipcbench.run.request.RunRequest.Preparation;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.run.request.TransportSelection;
import org.ipcbench.scratch.FoundDirectory;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.KeptSamples;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.Sides;

/** A run from request to results: plan, check, prepare, measure, write files. */
public final class BenchmarkRun {
    private final Launcher launcher;
    private final RunSetup setup;
    private final TransportSelection selection;
    private final Plan plan;
    private final RunEstimate estimate;
    private final List<String> remarks;
    private final Preparation preparation;
    private final RunStart start;
    private final RunDisplay display;
    private final PeerPreparation peers;
    private final JudgedTails tails;

    /**
     * A run with nothing measured yet.
     *
     * @throws InvalidRequestException if the request cannot be planned
     */
    public BenchmarkRun(Launcher launcher, RunRequest asked, RunDisplay display) {
        this(launcher, asked, display, asked.setup().acceptance().gates());
    }

    /**
     * The same for figures that other gates will judge than those of the request.
     *
     * @param gates of the figures
     */
    BenchmarkRun(Launcher launcher, RunRequest asked, RunDisplay display, List<Gate> gates) {
        this.launcher = launcher;
        this.display = display;
        RunRequest request = new PrefixSurvey(launcher).of(asked);
        setup = request.setup();
        selection = request.grid().selection();
        preparation = request.preparation();
        RequestedPlan requested = new RequestedPlan(request);
        Plan planned = requested.plan();
        plan = requested.extended(planned, estimate(planned));
        remarks = keepsSamples(setup)
                ? Stream.concat(requested.remarks().stream(), Stream.of(KeptSamples.USUAL.remark()))
                        .toList()
                : requested.remarks();
        estimate = estimate(plan);
        requested.requireTimeForARound(estimate);
        start = new RunStart.Fresh(plan, setup, selection.named(), launcher);
        peers = new PeerPreparation(launcher, setup.peers(), display::line);
        tails = plan.bound().isPresent()
                ? new JudgedTails(List.of(), List.of(), Optional.empty()) // the search has looked
                : new JudgedTails(plan.cells(), gates, Optional.empty());
    }

    /** A resumed run with the plan of its record. */
    public BenchmarkRun(Launcher launcher, RunSetup setup, Resumption resumption, Plan plan, RunDisplay display) {
        this.launcher = launcher;
        this.setup = setup;
        this.plan = plan;
        remarks = List.of();
        this.display = display;
        selection = new TransportSelection(
                plan.cells().stream().map(Cell::transport).distinct().toList(),
                resumption.terms().named());
        preparation = Preparation.NONE;
        estimate = estimate(plan);
        start = new RunStart.Resumed(resumption, plan);
        peers = new PeerPreparation(launcher, setup.peers(), display::line);
        tails = new JudgedTails(plan.cells(), setup.acceptance().gates(), plan.bound());
    }

    /** Whether peers keep the messages that they time. */
    static boolean keepsSamples(RunSetup setup) {
        return setup.output().exports().contains(ExportFormat.SAMPLES);
    }

    private RunEstimate estimate(Plan planned) {
        long heapBytes = setup.peers().variation().map(Variation::heapBytes).orElse(0L);
        RunEstimate estimate = RunEstimate.of(planned, PlotFiles.count(planned)).withHeap(heapBytes);
        return keepsSamples(setup) ? estimate.keeping(KeptSamples.USUAL, planned) : estimate;
    }

    /**
     * Checks everything that can be checked without measuring.
     *
     * @throws InvalidRequestException if something is wrong
     */
    public DryRun dryRun() throws IOException {
        peers.requireRoom(intent());
        requireMeasurable();
        peers.requireLibraries(selection.transports());
        preparation.check(plan);
        outputProblem().ifPresent(problem -> {
            throw new InvalidRequestException(Argument.OUTPUT, problem);
        });
        return new DryRun(plan, estimate, remarks);
    }

    /** The demands of this run on the machine. */
    public Intent intent() {
        return new Intent(
                selection.transports(),
                Set.copyOf(selection.named()),
                plan.cells().stream().map(Cell::requestBytes).distinct().toList(),
                estimate.memoryBytes(),
                plan.cells().stream().noneMatch(cell -> cell.placement().equals(Placement.UNPINNED)),
                setup.peers().variantSettings(launcher).all().stream()
                        .anyMatch(settings -> settings.jvm().equals(Jvm.current())),
                setup.peers().leastAddressBytes(),
                crowd());
    }

    private Crowd crowd() {
        int most = plan.cells().stream()
                .mapToInt(cell -> cell.clients().number())
                .max()
                .orElse(1);
        List<Clients> largest = plan.cells().stream()
                .map(Cell::clients)
                .filter(clients -> clients.number() == most)
                .toList();
        IntSummaryStatistics threads =
                largest.stream().mapToInt(Clients::threads).summaryStatistics();
        return largest.isEmpty()
                ? Crowd.ONE
                : new Crowd(
                        most,
                        plan.cells().stream().allMatch(cell -> cell.settings().get(Dimension.SIDES) == Sides.THREADS)
                                ? 0
                                : largest.get(0).processes(),
                        threads.getMin(),
                        threads.getMax());
    }

    /** Why no run directory can be made; empty if there is no obstacle. */
    public Optional<String> outputObstacle() {
        return outputProblem().map(problem -> String.valueOf(problem.getMessage()));
    }

    private Optional<IOException> outputProblem() {
        try {
            RunDirectory.check(setup.output().directory(), estimate.diskBytes());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    /** Roughly the time of the preparations: of class archives that are still missing. */
    public Duration preparationTime() {
        return peers.time();
    }

    /** Time and space that the run takes, without its preparations. */
    public RunEstimate estimate() {
        return estimate;
    }

    /** What the run will measure. */
    Plan plan() {
        return plan;
    }

    /**
     * Measures every cell, shows the results and writes files. Ctrl-C and an interrupt of this thread end the run cleanly.
     *
     * @return the outcome; empty if the run was interrupted before its first iteration
     * @throws InvalidRequestException if the request cannot be measured here; no files are left then
     */
    public Optional<RunOutcome> measure() throws IOException {
        RunDirectory directory = begin();
        try (Interruption interruption = new Interruption()) {
            return measure(directory, interruption);
        }
    }

    /** Makes the run's directory, after all checks and after leftovers of earlier runs are removed. */
    public RunDirectory begin() throws IOException {
        start.require(new RunEnvironment(setup.peers().variantSettings(launcher), plan));
        peers.requireRoom(intent());
        requireMeasurable();
        peers.requireLibraries(selection.transports());
        peers.requireStart();
        peers.removeLeftOvers();
        preparation.check(plan); // after the removal, because leftovers may be large
        return start.directory(estimate);
    }

    /** Refuses a plan of which nothing can be measured; transports with the same reason are named together. */
    private void requireMeasurable() {
        if (plan.cells().stream().anyMatch(cell -> cell.obstacle().isEmpty())) {
            return;
        }
        Map<String, Set<String>> transports = new LinkedHashMap<>();
        for (Cell cell : plan.cells()) {
            transports
                    .computeIfAbsent(cell.obstacle().orElseThrow().reason(), reason -> new LinkedHashSet<>())
                    .add(cell.transportId());
        }
        throw new InvalidRequestException(
                Argument.REQUEST,
                transports.entrySet().stream()
                        .map(each -> "%s: %s".formatted(String.join(", ", each.getValue()), each.getKey()))
                        .collect(Collectors.joining(" | ", "nothing can be measured: ", "")));
    }

    private Optional<RunOutcome> measure(RunDirectory directory, Interruption interruption) throws IOException {
        tails.line(StallLook::now).ifPresent(display::line);
        return measure(directory, interruption, DryRun::summary);
    }

    /**
     * The rest of the run, in which an interruption may come at any time.
     *
     * @param announcement says how much is about to be measured
     */
    public Optional<RunOutcome> measure(
            RunDirectory directory, Interruption interruption, Function<DryRun, String> announcement)
            throws IOException {
        Optional<RunTerms> terms = prepared(directory);
        if (terms.isEmpty()) {
            return Optional.empty();
        }
        RunOutcome measured;
        try {
            measured = measured(directory, terms.get(), announcement);
        } catch (ClosedByInterruptException e) { // of the record of a run that goes on, while it was read
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
        display.measured(measured);
        return Optional.of(interruption.holdOff(() -> finished(measured)));
    }

    /** Prepares the run and returns its terms. If the preparation fails, the run's directory is given up. */
    private Optional<RunTerms> prepared(RunDirectory directory) throws IOException {
        Optional<RunTerms> terms = Optional.empty();
        try {
            preparation.prepare();
            terms = Optional.of(start.terms());
        } catch (ClosedByInterruptException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (terms.isEmpty()) {
                start.abandon(directory);
            }
        }
        return terms;
    }

    private RunOutcome measured(RunDirectory directory, RunTerms terms, Function<DryRun, String> announcement)
            throws IOException {
        VariantSettings settings = keepsSamples(setup)
                ? peers.variantSettings(plan)
                        .map(each ->
                                each.keeping(KeptSamples.USUAL, directory.path().resolve(SamplesExport.DIRECTORY_NAME)))
                : peers.variantSettings(plan);
        RunEnvironment surroundings = new RunEnvironment(settings, plan);
        Environment now = surroundings.capture();
        RunIdentity identity = surroundings.identity(
                now,
                setup.output().arguments(),
                setup.output().labels(),
                setup.acceptance().ignored());
        Environment environment = start.environment(directory, now, surroundings);
        peers.warn(intent(), now.machine().cpu());
        display.line(surroundings.description(now) + "; " + announcement.apply(new DryRun(plan, estimate, remarks)));
        remarks.forEach(display::line);
        try (ResultsLog log = start.log(directory, identity, terms)) {
            return measured(settings, directory, log, environment);
        }
    }

    private RunOutcome measured(
            VariantSettings settings, RunDirectory directory, ResultsLog log, Environment environment)
            throws IOException {
        List<RunListener> listeners = new ArrayList<>();
        log.weakness().ifPresent(display::line);
        RunTally tally = new RunTally(plan, setup.acceptance().ignored());
        Earlier earlier = start.earlier(tally, display);
        CsvReport csv = new CsvReport(RunOrigin.of(directory.path(), environment));
        RunFiles files = new RunFiles(
                directory,
                csv,
                tally,
                log,
                NanoClock.system(),
                warning -> listeners.forEach(listener -> listener.warned(warning)));
        listeners.add(files);
        RunResult result;
        List<String> brokenOff = new ArrayList<>();
        AtomicBoolean isEndWanted = new AtomicBoolean();
        try (RunDisplay.Progress progress = display.progress(plan, () -> tally.result(false))) {
            listeners.addAll(progress.listeners());
            listeners.add(new WarningLines(progress::line));
            listeners.add(new ShortSamples(progress::line, new HashSet<>()));
            listeners.add(new SimultaneousRuns(progress::line));
            if (earlier.turns().isEmpty()) {
                listeners.add(new DryRun(plan, estimate, remarks).corrected(NanoClock.system(), progress::line));
            }
            Runner runner = new Runner(settings, NanoClock.system(), listeners, () -> {
                isEndWanted.set(progress.isEndWanted());
                return isEndWanted.get();
            });
            result = run(runner, tally, earlier, brokenOff);
        }
        List<String> troubles = new ArrayList<>(brokenOff);
        troubles.addAll(files.finish(result));
        return RunOutcome.judged(
                result,
                environment,
                directory.path(),
                selection.named(),
                brokenOff.stream().findFirst(),
                setup.acceptance(),
                troubles,
                isEndWanted.get());
    }

    /** If something ends the run early, the figures measured so far are still reported, and the run can be resumed. */
    private RunResult run(Runner runner, RunTally tally, Earlier earlier, List<String> brokenOff) throws IOException {
        try {
            return runner.run(plan, tally, earlier);
        } catch (ForeignLinesException | ReplacedJarException | Error e) {
            brokenOff.add("the run ended early: " + Exhaustion.describe(e));
            return tally.result(true);
        }
    }

    /** Draws the plots, says what is missing and what the gates say, exports the results, and says where the files are. */
    private RunOutcome finished(RunOutcome measured) throws IOException {
        RunResult result = measured.result();
        Answer answer =
                RunAnswer.of(measured, start.arguments(), plan, setup.output().locale());
        new ResultFiles(measured.directory(), measured.environment(), answer, display::line).write(result);
        measured.lines().forEach(display::line);
        List<String> unexported = new Exports(measured.directory())
                .write(
                        ExportedRun.of(
                                measured.directory(),
                                result,
                                answer,
                                measured.environment(),
                                CellHistograms.in(measured.directory()),
                                setup.output().locale()),
                        setup.output().exports());
        unexported.forEach(display::line);
        if (Files.isDirectory(measured.directory())) {
            display.line("%sresults in %s".formatted(measured.endsEarly(), measured.directory()));
        }
        return measured.with(unexported);
    }

    /**
     * The tails by which a run will be judged.
     *
     * @param cells the cells of the run
     * @param gates compare each with the cell of the first variant
     * @param bound the bound of p99 that the run is about
     */
    record JudgedTails(List<Cell> cells, List<Gate> gates, Optional<LatencyBound> bound) {
        /**
         * What the machine's stalls leave undecided; empty if no tail is judged, or if stalls spoil none.
         *
         * @param looking looks at the stalls, which takes two seconds
         */
        Optional<String> line(Supplier<StallLook> looking) {
            DoubleStream gated = gates.stream()
                    .flatMapToDouble(gate -> gate.figure().percentile().stream())
                    .filter(MachineStalls::isTail);
            if (isAny(Question::hasGivenRate)) { // ranked by p99
                StallLook look = looking.get();
                return bound.isPresent()
                        ? Optional.of(
                                look.line(Percentiles.P99, (double) bound.get().nanos()))
                        : lowest(DoubleStream.concat(DoubleStream.of(Percentiles.P99), gated), look::line);
            }
            List<Double> tails = gated.boxed().toList();
            return tails.isEmpty() || !isAny(Question::inTurns)
                    ? Optional.empty()
                    : lowest(tails.stream().mapToDouble(Double::doubleValue), looking.get()::lineInTurns);
        }

        /** The line of the lowest percentile that has one: higher ones are spoilt, too. */
        private static Optional<String> lowest(DoubleStream percentiles, DoubleFunction<Optional<String>> line) {
            return percentiles.sorted().mapToObj(line).flatMap(Optional::stream).findFirst();
        }

        private boolean isAny(Predicate<Question> kind) {
            return cells.stream().map(cell -> cell.workload().question()).anyMatch(kind);
        }
    }

    /** Reports each other run that is measured at the same time once, even if it began later than this run. */
    private static final class SimultaneousRuns implements RunListener {
        private final Consumer<String> lines;
        private final Set<String> told = new HashSet<>();

        /** Writes its lines to this consumer. */
        SimultaneousRuns(Consumer<String> lines) {
            this.lines = lines;
        }

        @Override
        public void iterationStarted(Plan.Turn turn) {
            try {
                for (Path temporary : TemporaryDirectory.ofThisProcess().all()) {
                    tell(FoundDirectory.allIn(temporary));
                }
            } catch (IOException e) {
                // the directory for temporary files is gone or not readable; the iteration that starts now reports that
            }
        }

        private void tell(List<FoundDirectory> others) {
            for (FoundDirectory other : others) {
                if (other.use() == FoundDirectory.Use.IN_USE && told.add(owner(other))) {
                    lines.accept("%s is measuring at the same time, in %s; each run disturbs the other's figures"
                            .formatted(owner(other), other.path()));
                }
            }
        }

        private static String owner(FoundDirectory other) {
            return other.owner().isPresent() ? "process " + other.owner().getAsLong() : "another container";
        }
    }

    /**
     * One line for each cell that timed more messages than its peers kept.
     *
     * @param lines gets the lines
     * @param told the cells that have a line
     */
    private record ShortSamples(Consumer<String> lines, Set<Cell> told) implements RunListener {
        @Override
        public void iterationEnded(IterationResult result) {
            Cell cell = result.turn().cell();
            result.measurement().ifPresent(measured -> {
                long timed = measured.latencies().getTotalCount();
                if (measured.samples() != null && measured.samples().kept() < timed && told.add(cell)) {
                    lines.accept("%s%s: kept the first %d of %d timed messages of an iteration; measure for less time"
                            .formatted(
                                    cell.transportId(),
                                    cell.sizeInWords(),
                                    measured.samples().kept(),
                                    timed));
                }
            });
        }
    }

    /**
     * One line for every problem that did not cost figures.
     *
     * @param lines gets the lines
     */
    private record WarningLines(Consumer<String> lines) implements RunListener {

        @Override
        public void warned(String warning) {
            lines.accept(warning);
        }

        @Override
        public void iterationRepeated(IterationResult paused) {
            lines.accept(paused.failure());
        }
    }
}
