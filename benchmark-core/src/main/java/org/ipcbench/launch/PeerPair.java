package org.ipcbench.launch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.ipcbench.control.ControlMessage.AllConnected;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Connected;
import org.ipcbench.control.ControlMessage.ConnectionShare;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Identified;
import org.ipcbench.control.ControlMessage.Identify;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.launch.Peers.Task;
import org.ipcbench.launch.command.PeerSettings;
import org.ipcbench.launch.process.CommandProcess;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.launch.process.PairProcesses;
import org.ipcbench.launch.process.PeerInbox;
import org.ipcbench.launch.process.PeerInbox.NoProgressException;
import org.ipcbench.launch.process.PeerProcess;
import org.ipcbench.launch.process.Relays;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.Count;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.Neighbourhood;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Pinning;
import org.ipcbench.placement.Placement;
import org.ipcbench.placement.Placement.Place;
import org.ipcbench.placement.PlacingCommands;
import org.ipcbench.placement.Scheduler;
import org.ipcbench.placement.Topology;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Clients;
import org.ipcbench.workload.KeptSamples;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Sides;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.fail.Fail;

/**
 * The running peers of an iteration, with their auxiliary process: a server and its clients, or for an in-process
 * transport a single peer in the client's role that plays both roles, as for one whose client starts the server. The peers measure one assignment after the other.
 * The name "pair" stands for one client and its server, but a server may have several clients. {@link
 * org.ipcbench.control.ControlMessage} describes the stages of an assignment.
 */
public final class PeerPair implements Peers {
    private final PeerSettings settings;
    private final Transport transport;
    /** The largest message that the peers have memory for, in bytes. */
    private final int peersMaxBytes;

    private final Placement placement;
    private final Topology topology;
    private final Pinning pinning;
    private final Clients clients;
    private final Milestones milestones;
    private final PairProcesses processes;
    private final PeerInbox inbox;
    private final SharingServers sharing;
    /** Whether an assignment has begun and has not ended successfully: such peers would not receive 'Stop'. */
    private boolean busy;

    private boolean placed;

    /** Number of CPUs that the neighbour kept busy around the measured part; NaN if unknown. */
    private double neighbourLoad;

    /** The CPU time of the relays around the measured part, in nanoseconds; NaN if unknown. */
    private double relayNanos;

    /** What several servers tell of the measured part; empty if there is one. */
    private List<PeerMeasurement> worked = List.of();

    private Scheduler scheduler = Scheduler.OTHER;

    /** Where the launcher is during an assignment. */
    private LauncherPlace launcher;

    private PeerPair(
            PeerSettings settings,
            Transport transport,
            int maxMessageBytes,
            Placement placement,
            Topology topology,
            Clients clients,
            Milestones milestones,
            PairProcesses processes) {
        this.settings = settings;
        this.transport = transport;
        peersMaxBytes = maxMessageBytes;
        this.placement = placement;
        this.topology = topology;
        pinning = settings.pinning();
        this.clients = clients;
        this.milestones = milestones;
        this.processes = processes;
        inbox = processes.inbox();
        sharing = new SharingServers(clients.workers().number() > 1 ? processes.servers() : List.of(), inbox);
        launcher = LauncherPlace.unmoved(topology.commands());
    }

    /**
     * Starts the JVMs of one server and these clients, and returns at once; they wait for their first assignment.
     *
     * @param maxMessageBytes the largest message that the peers may be asked for, in bytes; it determines the size of
     *     their memory
     */
    public static PeerPair start(
            PeerSettings settings, Transport transport, int maxMessageBytes, Placement placement, Clients clients)
            throws IOException {
        return start(settings, transport, maxMessageBytes, placement, clients, Sides.PROCESSES);
    }

    /** Starts the JVMs as above, or one JVM in which both peers are threads. */
    public static PeerPair start(
            PeerSettings asked,
            Transport transport,
            int maxMessageBytes,
            Placement placement,
            Clients clients,
            Sides sides)
            throws IOException {
        asked.classes().requireUnchanged();
        PeerSettings ofTransport = asked.behind(asked.prefixes().of(transport));
        PeerSettings settings =
                sides == Sides.THREADS ? ofTransport.pinnedBy(asked.pinning().ofThreads()) : ofTransport;
        Milestones milestones = new Milestones(NanoClock.system());
        Topology topology = Topology.around(placement);
        List<Role> roles =
                transport.traits().hasServerPeer() ? List.of(Role.SERVER, Role.CLIENT) : List.of(Role.CLIENT);
        PairProcesses processes =
                PairProcesses.start(settings, transport, maxMessageBytes, placement, roles, clients, sides);
        return new PeerPair(settings, transport, maxMessageBytes, placement, topology, clients, milestones, processes);
    }

    @Override
    public Measurement measure(Task task, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        if (task.maxMessageBytes() > peersMaxBytes) {
            throw new IllegalArgumentException("these peers have memory for messages of up to %d bytes, not of %d"
                    .formatted(peersMaxBytes, task.maxMessageBytes()));
        }
        busy = true;
        inbox.forgetPause();
        inbox.onProgress(messages -> {});
        Session served = newSession(task);
        Session session = task.workload().reconnects() ? served.keepingOn() : served;
        try {
            return measure(task, session, progress);
        } catch (NoProgressException e) {
            settings.classes().requireUnchanged(); // the peer may lack classes because its jar was replaced
            throw explained(new IterationFailedException(e.getMessage() + processes.lastWords(), e));
        } catch (IterationFailedException e) {
            settings.classes().requireUnchanged();
            throw explained(e);
        }
    }

    private Session newSession(Task task) {
        return task.options()
                .apply(processes
                        .session(task.maxMessageBytes(), task.bufferSizeBytes())
                        .withConnections(clients.number())
                        .meetingInQueue(clients.backlog())
                        .sharedBy(clients.workers())
                        .at(settings.prefixes().serverAddress()));
    }

    private Measurement measure(Task task, Session session, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        Workload workload = task.workload();
        FileCheck fileCheck = FileCheck.of(workload, processes.scratch());
        long meterNanos = transport.auxiliary().isPresent() ? 0 : task.meterNanos();
        scheduler = task.scheduler();
        assign(fileCheck.workload(), session, task.warmUpNanos(), meterNanos);
        if (workload instanceof Fail fail) {
            return afterDeath(fail, newSession(task), task, progress);
        }
        PairReport report = awaitReport(progress);
        requireNeighbour();
        milestones.measured(report.client().measurement());
        busy = false;
        PausedException.throwIfAny(inbox.pausesNanos(), inbox.measuredPauseNanos());
        PairReport told = settings.prefixes().trustTheClock() ? report.withOneClock() : report;
        requireProofs(told, workload, task.warmUpNanos());
        Measurement measurement = new PairReport.TwoClocks(settings.prefixes())
                .aligned(told)
                .measurement(workload, transport.traits().lossy(), topology::between)
                .through(relayCost());
        measurement = worked.isEmpty()
                ? measurement
                : SharingServers.combined(
                        measurement, worked, settings.prefixes().haveOneClock(), topology::between);
        fileCheck.confirm(report.checksums());
        measurement = withSamples(measurement, workload, session, told);
        boolean allocates = settings.neighbour().heap().isPresent();
        if (!settings.neighbour().isProcess() && !allocates) {
            return measurement;
        }
        long neighbourNanos =
                Double.isNaN(neighbourLoad) ? Count.UNKNOWN : Math.round(neighbourLoad * measurement.elapsedNanos());
        return measurement.beside(
                allocates
                        ? told.besideHeap(
                                neighbourNanos, settings.prefixes().haveOneClock(), measurement.elapsedNanos())
                        : new Neighbourhood(neighbourNanos, null));
    }

    /** The warm-up, the measured part in which a peer ends, and the end of both. */
    private Measurement afterDeath(Fail fail, Session next, Task task, LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        launcher = LauncherPlace.beside(placement, pinning, topology.commands());
        awaitArmed();
        settings.classes().requireUnchanged();
        go(progress);
        Measurement measurement = new StagedDeath(
                        fail,
                        processes,
                        (role, share) ->
                                new Assign(transport.id(), fail, seenBy(role, next), share, task.warmUpNanos()))
                .follow();
        inbox.endMeasured();
        requireNeighbour();
        return measurement;
    }

    /** Moves the messages that the peers have kept to the run's directory, unless their latencies are those of two clocks. */
    private Measurement withSamples(Measurement measurement, Workload workload, Session session, PairReport report)
            throws IOException {
        if (settings.samples().isEmpty() || measurement.withholdsLatencies()) {
            return measurement;
        }
        boolean byServer = processes.has(Role.SERVER) && !workload.question().inTurns();
        Path file = KeptSamples.newFile(settings.samples().get().directory());
        long kept = KeptSamples.join(session, byServer ? Role.SERVER : Role.CLIENT, report.startNanos(), file);
        if (kept == 0) { // of a program that is not this one, or elsewhere
            Files.delete(file);
            return measurement;
        }
        return measurement.with(new Measurement.Samples(file.getFileName().toString(), kept));
    }

    /** What was declared has to be there to the end. */
    private void requireNeighbour() throws IterationFailedException, InterruptedException {
        Optional<String> end = processes.neighbour().end();
        if (end.isPresent()) {
            throw new IterationFailedException(end.get());
        }
    }

    /** Returns a copy with the addresses at which clients meet the relays, which are started now. */
    private Ready relayed(Ready served) throws IterationFailedException, InterruptedException, IOException {
        Relays relays = processes.startRelays(settings.relay(), served.addresses());
        return new Ready(relays.entrances(served.addresses()), served.cpus(), served.memoryPolicy());
    }

    /** What the relays cost; {@link Cost#NONE} without a relay, unknown if a process has taken its time with it. */
    private Cost relayCost() {
        if (!settings.relay().isAsked()) {
            return Cost.NONE;
        }
        return new Cost(relayNanos > 0 ? Math.round(relayNanos) : Count.UNKNOWN, 0);
    }

    /** A peer that is not this program has to prove what it claims. */
    private void requireProofs(PairReport report, Workload workload, long warmUpNanos) throws IterationFailedException {
        if (report.server().isEmpty() || settings.prefixes().areOfThisProgram()) {
            return;
        }
        PeerMeasurement client = report.client().measurement();
        PeerMeasurement server = report.server().get().measurement();
        if (!settings.prefixes().client().program().isJava()) {
            new OtherReport(
                            Role.CLIENT,
                            client,
                            report.hasOneClock(),
                            settings.prefixes().client().sharesClock())
                    .require(workload, warmUpNanos, server, milestones);
        }
        if (!settings.prefixes().server().program().isJava()) {
            new OtherReport(
                            Role.SERVER,
                            server,
                            report.hasOneClock(),
                            settings.prefixes().server().sharesClock())
                    .require(workload, warmUpNanos, client, milestones);
        }
    }

    /** Assigns the auxiliary process before the server listens, and the server before the clients connect. */
    private void assign(Workload workload, Session session, long warmUpNanos, long meterNanos)
            throws IterationFailedException, InterruptedException, IOException {
        processes.auxiliary().serve(session);
        Ready served = processes.has(Role.SERVER)
                ? relayed(assignServers(workload, session, warmUpNanos, meterNanos))
                : new Ready(Collections.nCopies(clients.number(), ""), "", ""); // without a server there is no address
        String furtherCpus = transport.auxiliary().isPresent()
                ? served.cpus() + "," + CpuSet.allowed() // the auxiliary process has no placement
                : served.cpus();
        for (PeerProcess client : processes.clients()) {
            client.awaitConnected(); // so that all connect at about the same time
            place(client);
        }
        int first = 0;
        for (PeerProcess client : processes.clients()) {
            int next = first + clients.connectionsEach();
            ConnectionShare share =
                    ConnectionShare.ofClient(first, served.addresses().subList(first, next));
            if (first == 0 && clients.idle() > 0) {
                share = share.idling(clients.idle(), served.addresses().get(clients.number()));
            }
            client.send(new Assign(
                    transport.idForPeers(),
                    workload,
                    seenBy(Role.CLIENT, session),
                    share,
                    warmUpNanos,
                    processes.clients().size() == 1 ? meterNanos : 0,
                    settings.prefixes().haveTwoKernels() ? "" : furtherCpus));
            if (first == 0 && clients.idle() > 0) {
                awaitReady(client); // with its idle connections, whose memory both sides read before others connect
            }
            first = next;
        }
        for (PeerProcess client : processes
                .clients()
                .subList(clients.idle() > 0 ? 1 : 0, processes.clients().size())) {
            awaitReady(client);
        }
        placed = true;
        milestones.assigned();
        awaitConnections();
    }

    private Ready assignServers(Workload workload, Session session, long warmUpNanos, long meterNanos)
            throws IterationFailedException, InterruptedException, IOException {
        ConnectionShare share = ConnectionShare.ofServer(clients.number(), clients.serving());
        Ready first = assignServer(processes.peer(Role.SERVER), share, workload, session, warmUpNanos, meterNanos);
        for (int worker = 1; worker < sharing.processes().size(); worker++) {
            Session own = session.sharedBy(clients.workers().at(worker));
            var unused = assignServer(
                    sharing.processes().get(worker),
                    share.meetingAt(first.addresses()),
                    workload,
                    own,
                    warmUpNanos,
                    meterNanos);
        }
        return first;
    }

    private Ready assignServer(
            PeerProcess server,
            ConnectionShare share,
            Workload workload,
            Session session,
            long warmUpNanos,
            long meterNanos)
            throws IterationFailedException, InterruptedException, IOException {
        place(server);
        server.send(new Assign(
                transport.idForPeers(),
                workload,
                seenBy(Role.SERVER, session),
                share.idling(clients.idle(), ""),
                warmUpNanos,
                serverMeters() ? meterNanos : 0,
                settings.prefixes().haveTwoKernels() ? "" : cpus(Role.CLIENT).toString()));
        Ready ready = awaitReady(server);
        boolean hasStreamsOfPrefix = transport.traits().ownsStandardStreams()
                && !settings.prefixes().server().isNone();
        return hasStreamsOfPrefix
                ? new Ready(List.of(Long.toString(server.pid())), ready.cpus(), ready.memoryPolicy())
                : ready;
    }

    /** The session with the scratch directory of the peer's own side. */
    private Session seenBy(Role role, Session session) {
        return session.in(settings.prefixes().of(role).scratch(session.scratchDirectory()));
    }

    private CpuSet cpus(Role role) {
        return placement.place(role).map(Place::cpus).orElse(topology.allowed());
    }

    /** A server that has its only client's CPU would hold it up while both look for stalls, and see the same ones. */
    private boolean serverMeters() {
        return processes.clients().size() > 1
                || !placement.leavesOneCpu(topology.allowed().list().size());
    }

    /** Waits until all clients are connected, and lets them warm up together. */
    private void awaitConnections() throws IterationFailedException, InterruptedException {
        for (PeerProcess client : processes.clients()) {
            inbox.await(client.name(), Connected.class);
        }
        milestones.connected();
        sharing.connected();
        for (PeerProcess client : processes.clients()) {
            client.send(new AllConnected());
        }
        inbox.rehearseLooks();
    }

    /**
     * Moves a peer's measuring thread to its CPU, unless the whole process is there, and schedules it as the user asks, unless an earlier
     * assignment did it.
     */
    private void place(PeerProcess peer) throws IterationFailedException, InterruptedException {
        Optional<CpuSet> cpus = pinning.threadCpus(placement, peer.name().role());
        boolean usual = scheduler.equals(Scheduler.OTHER);
        if (placed || (cpus.isEmpty() && usual)) {
            return;
        }
        peer.send(new Identify());
        Identified measuring = inbox.await(peer.name(), Identified.class);
        if (cpus.isPresent()) {
            try {
                topology.commands().move(measuring.threadId(), cpus.get());
            } catch (IOException e) {
                throw new IterationFailedException(
                        "%s cannot be moved to CPU %s: %s"
                                .formatted(peer.name().withArticle(), cpus.get(), e.getMessage()),
                        e);
            }
        }
        if (!usual) {
            try {
                topology.commands().schedule(peer.pid(), measuring.threadId(), scheduler, settings.timeout());
                if (scheduler.isRealtime()) {
                    peer.limitComputing(settings.timeout());
                }
            } catch (IOException e) {
                throw new IterationFailedException(
                        "%s cannot be scheduled as %s: %s"
                                .formatted(peer.name().withArticle(), scheduler.label(), e.getMessage()),
                        e);
            }
        }
    }

    /** Waits until a peer has taken its assignment, and checks where it runs. */
    private Ready awaitReady(PeerProcess peer) throws IterationFailedException, InterruptedException {
        Ready ready = inbox.await(peer.name(), Ready.class);
        Optional<String> mismatch = placement.mismatch(peer.name().role(), ready.cpus(), ready.memoryPolicy());
        if (mismatch.isPresent()) {
            throw new IterationFailedException(mismatch.get());
        }
        return ready;
    }

    private void awaitArmed() throws IterationFailedException, InterruptedException, IOException {
        if (processes.has(Role.SERVER) && sharing.isNone()) {
            inbox.await(Role.SERVER, Armed.class);
        }
        processes.auxiliary().go(); // while the client measures what a sample costs
        for (PeerProcess client : processes.clients()) {
            inbox.await(client.name(), Armed.class);
        }
        sharing.go();
        milestones.armed();
        processes.releaseStandardStreams();
    }

    private void go(LongConsumer progress) throws IterationFailedException, InterruptedException {
        inbox.onProgress(progress);
        progress.accept(0);
        if (processes.has(Role.SERVER) && sharing.isNone()) {
            processes.peer(Role.SERVER).send(new Go());
        }
        for (PeerProcess client : processes.clients()) {
            client.send(new Go());
        }
        inbox.beginMeasured();
    }

    /** The warm-up and the measured part. */
    private PairReport awaitReport(LongConsumer progress)
            throws IterationFailedException, InterruptedException, IOException {
        launcher = LauncherPlace.beside(placement, pinning, topology.commands());
        awaitArmed();
        settings.classes().requireUnchanged(); // each JVM has opened its jars by now: all have opened the same ones
        CommandProcess.Reading before = processes.neighbour().read();
        List<CommandProcess.Reading> relaysBefore = processes.relays().read();
        go(progress);
        PairReport report = awaitReport();
        neighbourLoad = processes.neighbour().read().since(before);
        relayNanos = Relays.nanosSince(relaysBefore, processes.relays().read());
        return report;
    }

    private PairReport awaitReport() throws IterationFailedException, InterruptedException {
        List<Finished> reports = new ArrayList<>();
        for (PeerProcess client : processes.clients()) {
            reports.add(inbox.await(client.name(), Finished.class));
        }
        inbox.endMeasured();
        worked = sharing.over();
        Optional<Finished> server = processes.has(Role.SERVER) && sharing.isNone()
                ? Optional.of(inbox.await(Role.SERVER, Finished.class))
                : Optional.empty();
        return new PairReport(reports, server, processes.auxiliary().over());
    }

    /** Returns the exception to throw for a failure: if a relay has ended, or this process was stopped meanwhile, that may be the cause. */
    private IterationFailedException explained(IterationFailedException failure) throws InterruptedException {
        Optional<String> end = processes.relays().end();
        if (end.isPresent() && !String.valueOf(failure.getMessage()).contains(end.get())) {
            return new IterationFailedException(failure.getMessage() + "; " + end.get(), failure);
        }
        return inbox.pauseNanos() == 0 || failure instanceof PausedException
                ? failure
                : PausedException.around(failure, inbox.pauseNanos());
    }

    @Override
    public Breakdown breakdown() {
        return milestones.closed();
    }

    /** How the first process failed or ended unexpectedly, with or without an assignment; empty if none did. */
    public Optional<String> failure() {
        return Optional.ofNullable(inbox.firstFailure().getNow(null));
    }

    /** Also moves the launcher back: if that fails, what was measured is kept. */
    @Override
    public void close() throws IOException {
        try (processes;
                LauncherPlace moved = launcher) {
            if (busy) {
                processes.kill();
            }
        }
    }

    /** Keeps this process off the CPUs of measuring threads, until it is closed. */
    private record LauncherPlace(PlacingCommands commands, Optional<CpuSet> home) implements Closeable {
        /** Where a process is that was not moved. */
        static LauncherPlace unmoved(PlacingCommands commands) {
            return new LauncherPlace(commands, Optional.empty());
        }

        /** Moves this process, if that is of use. */
        static LauncherPlace beside(Placement placement, Pinning pinning, PlacingCommands commands) throws IOException {
            Optional<CpuSet> aside = pinning.aside(placement);
            if (aside.isPresent()) {
                commands.moveAll(ProcessHandle.current().pid(), aside.get());
            }
            return new LauncherPlace(commands, aside.map(cpus -> pinning.allowed()));
        }

        /** Moves this process back: other cells and their JVMs may use all CPUs. */
        @Override
        public void close() throws IOException {
            if (home.isPresent()) {
                commands.moveAll(ProcessHandle.current().pid(), home.get());
            }
        }
    }
}
