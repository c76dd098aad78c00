package org.ipcbench.run.resume;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ipcbench.environment.Environment;
import org.ipcbench.environment.Environment.PeerJvm;
import org.ipcbench.environment.EnvironmentProbe;
import org.ipcbench.launch.command.Jvm;
import org.ipcbench.placement.Topology;
import org.ipcbench.plan.Plan;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.KnownTransport;
import org.ipcbench.report.words.Answer;
import org.ipcbench.results.RecordedRun;
import org.ipcbench.results.ResultsLog;
import org.ipcbench.results.RunLock;
import org.ipcbench.results.RunLock.LockedRunException;
import org.ipcbench.results.RunRecord;
import org.ipcbench.results.RunSource.UnreadableRunException;
import org.ipcbench.results.header.ResumedPlan;
import org.ipcbench.results.header.RunHeader;
import org.ipcbench.results.header.RunTerms;
import org.ipcbench.run.BenchmarkRun;
import org.ipcbench.run.Resumption;
import org.ipcbench.run.RunAnswer;
import org.ipcbench.run.RunDisplay;
import org.ipcbench.run.RunOutcome;
import org.ipcbench.run.TargetFile;
import org.ipcbench.run.TransferFiles;
import org.ipcbench.run.TransferFiles.DiskRoom;
import org.ipcbench.run.program.Launcher;
import org.ipcbench.run.program.Plugins;
import org.ipcbench.run.request.GivenTerms;
import org.ipcbench.run.request.InvalidRequestException;
import org.ipcbench.run.request.InvalidRequestException.Argument;
import org.ipcbench.run.request.RunSetup;
import org.ipcbench.run.request.RunSetup.Acceptance;
import org.ipcbench.scratch.NewFile;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.endpoint.EndpointTransport;
import org.jspecify.annotations.Nullable;

/**
 * A run that was killed or interrupted, and can be resumed. Its record is data: nothing in it starts a program, loads a jar or
 * names a file.
 */
public final class InterruptedRun {
    private final ResumeRequest request;
    private final RunRecord record;

    private InterruptedRun(ResumeRequest request, RunRecord record) {
        this.request = request;
        this.record = record;
    }

    /**
     * Reads the record of a run.
     *
     * @throws InvalidRequestException if it cannot be read, or if the run was shared
     */
    public static InterruptedRun of(ResumeRequest request) throws IOException {
        InterruptedRun run = new InterruptedRun(request, read(request));
        if (run.record.source().directory().isEmpty()) {
            throw run.invalid("was shared; resume the run itself, where it was measured");
        }
        return run;
    }

    private static RunRecord read(ResumeRequest request) throws IOException {
        try {
            return RunRecord.read(request.run(), request.skipsDamaged());
        } catch (UnreadableRunException e) {
            throw new InvalidRequestException(Argument.RUN, e);
        }
    }

    /** Whether iterations are missing. */
    public boolean isIncomplete() {
        return record.isInterrupted();
    }

    /** What the run answers, once its missing iterations are measured. */
    public Answer answer(RunOutcome outcome, Locale wanted) {
        RunHeader header = record.header();
        return RunAnswer.of(outcome, header.run().arguments(), header.plan(), wanted);
    }

    /** Judges a run that lacks no iteration, by its own rules or by those of the request. */
    public RunOutcome judged() throws IOException {
        RecordedRun complete = RecordedRun.read(record);
        @Nullable RunTerms terms = record.header().terms();
        return RunOutcome.judged(
                complete.result(),
                complete.environment(),
                record.directory(),
                terms == null ? List.of() : terms.named(),
                Optional.empty(),
                acceptance(record),
                List.of(),
                false);
    }

    private Acceptance acceptance(RunRecord read) {
        try {
            return request.acceptance(read);
        } catch (IllegalArgumentException e) { // a figure of a later version
            throw invalid("was measured with %s; give --fail-on again".formatted(e.getMessage()));
        }
    }

    /**
     * Measures the missing iterations. Ctrl-C and an interrupt of this thread end the run cleanly.
     *
     * @param launcher starts the peers, unless the request has plugins
     * @return the outcome; empty if the run was interrupted before its first iteration
     * @throws InvalidRequestException if the run cannot be resumed here, or not with what the user names
     */
    public Optional<RunOutcome> resume(Launcher launcher, RunDisplay display) throws IOException {
        if (!isIncomplete()) {
            throw invalid("is complete; there is nothing to resume");
        }
        if (Files.isSymbolicLink(record.directory().resolve(ResultsLog.FILE_NAME))) {
            throw invalid("has a %s that is a link; resume the run that it points to".formatted(ResultsLog.FILE_NAME));
        }
        try (RunLock lock = lock()) {
            return resume(lock, launcher, display);
        }
    }

    private RunLock lock() throws IOException {
        try {
            return RunLock.of(record.directory());
        } catch (LockedRunException e) {
            throw invalid(String.valueOf(e.getMessage()));
        } catch (FileSystemException | FileNotFoundException e) {
            throw invalid("cannot be written to: %s".formatted(e.getMessage()));
        }
    }

    private Optional<RunOutcome> resume(RunLock lock, Launcher launcher, RunDisplay display) throws IOException {
        RunRecord locked = read(request); // under the lock: no other process writes it
        RunTerms terms = Optional.ofNullable(locked.header().terms())
                .orElseThrow(() -> invalid("lacks what is needed to resume it; measure again instead"));
        request.repeated().omission(terms).ifPresent(InterruptedRun::refuse);
        ResumedTransfer transfer = transfer(terms);
        RunSetup setup = request.setup(locked, terms, acceptance(locked));
        List<Path> plugins = existingPlugins();
        RunTerms given = new GivenTerms(
                        setup, plugins, terms.named(), Optional.ofNullable(transfer.file()), transfer.target() != null)
                .terms();
        RepeatedTerms.contradiction(terms, given).ifPresent(InterruptedRun::refuse);
        Resumption resumption = new Resumption(locked, terms, lock, request.ignoresEnvironment());
        Optional<String> obstacle = resumption.obstacle(machine(setup.peers().jvm()));
        if (obstacle.isPresent()) {
            throw new InvalidRequestException(Argument.RUN, "'%s': %s".formatted(request.run(), obstacle.get()));
        }
        Launcher peers = plugins.isEmpty() ? launcher : launcher(plugins);
        requireNamed(locked.header(), peers.registry());
        Plan plan = plan(resumption, peers, transfer);
        requireServersHere(plan);
        transfer.requireRoom(plan);
        return new BenchmarkRun(peers, setup, resumption, plan, display).measure();
    }

    private ResumedTransfer transfer(RunTerms terms) throws IOException {
        try {
            return ResumedTransfer.of(request.repeated(), terms);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(Argument.REQUEST, e);
        }
    }

    private List<Path> existingPlugins() {
        try {
            return request.repeated().plugins().stream()
                    .map(plugin -> Plugins.existing(plugin.toString()))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(Argument.PLUGIN, e);
        }
    }

    /** A record may come from a stranger, so the user names commands and servers. */
    private void requireNamed(RunHeader header, TransportRegistry registry) {
        try {
            request.repeated().contradiction(header.measured(), registry).ifPresent(InterruptedRun::refuse);
        } catch (IllegalArgumentException e) {
            refuse("option '%s': %s".formatted(RepeatedTerms.ENDPOINT, e.getMessage()));
        }
    }

    private static Launcher launcher(List<Path> plugins) {
        try {
            return new Plugins(plugins).launcher();
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(Argument.PLUGIN, e);
        }
    }

    /** The part of the environment that is known before a plugin is loaded. */
    private static Environment machine(Jvm jvm) {
        return new EnvironmentProbe()
                .capture(Instant.now(), 0, new PeerJvm("", jvm.feature(), List.of()), Map.of(), Map.of());
    }

    private Plan plan(Resumption resumption, Launcher launcher, ResumedTransfer transfer) throws IOException {
        try {
            return new ResumedPlan(
                            resumption.record().header(),
                            resumption.terms(),
                            launcher.registry()::named,
                            Topology.ofThisMachine(),
                            transfer.file(),
                            transfer.target())
                    .plan();
        } catch (IllegalArgumentException e) {
            throw invalid("cannot be resumed: %s".formatted(e.getMessage()));
        }
    }

    /** A record may come from a stranger, so it does not permit calls to other machines. */
    private void requireServersHere(Plan plan) {
        for (Cell cell : plan.measured()) {
            boolean isElsewhere = KnownTransport.here(cell.transport())
                    .filter(server -> server instanceof EndpointTransport endpoint && !isHere(endpoint))
                    .isPresent();
            if (isElsewhere) {
                throw invalid(
                        "asks a server on another machine, '%s'; measure again instead".formatted(cell.transportId()));
            }
        }
    }

    private boolean isHere(EndpointTransport server) {
        try {
            return server.address().isOfThisMachine();
        } catch (IllegalArgumentException e) { // the name cannot be resolved any more
            throw invalid("cannot be resumed: %s".formatted(e.getMessage()));
        }
    }

    private static void refuse(String problem) {
        throw new InvalidRequestException(Argument.REQUEST, problem);
    }

    private InvalidRequestException invalid(String problem) {
        return new InvalidRequestException(Argument.RUN, "'%s' %s".formatted(request.run(), problem));
    }

    /**
     * The files of a resumed transfer, as the user names them.
     *
     * @param file the file to send; null if the run is no transfer
     * @param target the file to write; null if none is written
     */
    private record ResumedTransfer(
            @Nullable Path file, @Nullable Path target) {

        /**
         * Checks the files that the user names.
         *
         * @throws IllegalArgumentException if one of them cannot be used; the message says what is allowed
         */
        static ResumedTransfer of(RepeatedTerms given, RunTerms terms) throws IOException {
            Path sent = given.file().orElse(null);
            Path file = sent == null
                    ? null
                    : TransferFiles.existing(sent, "give the file that the run has transferred so far");
            Path written = given.target().orElse(null);
            return new ResumedTransfer(file, written == null ? null : target(written, file, given.force(), terms));
        }

        /**
         * A file that the run itself has written has the same content as the new one, and is replaced without
         * {@code --force}.
         */
        private static Path target(Path given, @Nullable Path file, boolean force, RunTerms terms) throws IOException {
            boolean ofTheRun =
                    Files.isRegularFile(given) && NewFile.contentOf(given).equals(terms.file());
            Path place = new TargetFile(given, force || ofTheRun, "give the one of the run").resolved();
            if (place.equals(file)) {
                throw new IllegalArgumentException("'%s' is the file to send; give another".formatted(given));
            }
            return place;
        }

        /** Refuses a target whose file system lacks space. */
        void requireRoom(Plan plan) throws IOException {
            Optional<String> shortage = target == null || file == null
                    ? Optional.empty()
                    : DiskRoom.ofTarget(target, Files.size(file), plan).shortage();
            if (shortage.isPresent()) {
                throw new InvalidRequestException(Argument.TARGET_FILE, shortage.get());
            }
        }
    }
}
