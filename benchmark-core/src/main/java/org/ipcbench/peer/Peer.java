package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Describe;
import org.ipcbench.control.ControlMessage.Described;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Identified;
import org.ipcbench.control.ControlMessage.Identify;
import org.ipcbench.control.ControlMessage.Over;
import org.ipcbench.control.ControlMessage.Progress;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.control.ControlMessage.Stop;
import org.ipcbench.control.HeapLoad;
import org.ipcbench.control.PeerInvocation;
import org.ipcbench.control.ProgressPage;
import org.ipcbench.control.SurroundingsProbe;
import org.ipcbench.kernel.OpenFile;
import org.ipcbench.kernel.ResourceLimits.DescriptorLimit;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.meter.CostMeter.AllocationMeter;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.scratch.ScratchDirectory;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.Transport.Auxiliary;
import org.ipcbench.transport.TransportRegistry;
import org.ipcbench.transport.resource.MemoryLock;
import org.ipcbench.workload.Role;

/**
 * A JVM of an iteration: performs the launcher's assignments until it is told to stop, and halts if the launcher is
 * gone.
 */
public final class Peer {
    /** A link to the directory of the thread that follows it, named after the thread's identifier. */
    private static final Path THREAD = Path.of("/proc/thread-self");

    /** A peer without a launcher ends after this time, even if cleaning up hangs; on a crowded machine it is slow. */
    private static final Duration CLEAN_UP_TIMEOUT = Duration.ofSeconds(60);

    private final ControlLink link;
    private final Role role;
    private final Path progress;
    private final Path scratchDirectory;
    private final TransportRegistry registry;
    private final LauncherSignal launcher = new LauncherSignal();
    private final boolean isUnseen;
    private final Optional<HeapLoader> heap;
    private final Metering metering;

    /** Makes the meter of what this peer costs. */
    @FunctionalInterface
    interface Metering {
        /** The meter of a process that is this peer. */
        Metering OF_THE_PROCESS = talking -> CostMeter.system(new AllocationMeter(talking));

        /**
         * Begins to meter.
         *
         * @param talking identifiers of the threads that talk to the launcher
         */
        CostMeter begin(Set<Long> talking);
    }

    /** @param controlSocket the launcher's socket for this peer, in the scratch directory */
    public Peer(ControlLink link, Role role, Path controlSocket, TransportRegistry registry) {
        this(link, role, controlSocket, registry, heap(), Metering.OF_THE_PROCESS);
    }

    /** A peer in a process that is another one, too. */
    Peer(
            ControlLink link,
            Role role,
            Path controlSocket,
            TransportRegistry registry,
            Optional<HeapLoader> heap,
            Metering metering) {
        this(link, role, controlSocket, registry, heap, metering, false);
    }

    /** @param isUnseen whether the launcher does not see this peer's scratch directory */
    private Peer(
            ControlLink link,
            Role role,
            Path controlSocket,
            TransportRegistry registry,
            Optional<HeapLoader> heap,
            Metering metering,
            boolean isUnseen) {
        this.link = link;
        this.heap = heap;
        this.metering = metering;
        this.isUnseen = isUnseen;
        this.role = role;
        this.registry = registry;
        progress = ProgressPage.beside(controlSocket);
        scratchDirectory = ScratchDirectory.holding(controlSocket);
    }

    /**
     * Started by the launcher.
     *
     * @param arguments the launcher's control socket, and the role; then {@link PeerInvocation#STREAMS} if standard input
     *     and output take the socket's place, and {@link PeerInvocation#OWN_DIRECTORY} if the launcher's scratch directory
     *     is not here, so that this peer makes it
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        prepareJvm();
        Path socket = Path.of(arguments[0]);
        List<String> ways = List.of(arguments).subList(Math.min(2, arguments.length), arguments.length);
        // before anything is made: a copied jar may be gone already
        TransportRegistry registry = TransportRegistry.load();
        boolean ownsDirectory = ways.contains(PeerInvocation.OWN_DIRECTORY);
        boolean hasStreams = ways.contains(PeerInvocation.STREAMS);
        try (ControlLink link = hasStreams ? ControlLink.ofStandardStreams() : connect(socket);
                Closeable owned =
                        ownsDirectory ? ScratchDirectory.makeForPeer(ScratchDirectory.holding(socket)) : () -> {}) {
            Peer peer = new Peer(
                    link, Role.ofLabel(arguments[1]), socket, registry, heap(), Metering.OF_THE_PROCESS, ownsDirectory);
            peer.runToTheEnd();
            if (ownsDirectory) {
                peer.deleteDirectory();
            }
            // before the link is closed, which would look like the launcher's end; also ends threads that a library
            // left running
            Runtime.getRuntime().halt(0);
        }
    }

    /** Called first in a process. */
    static void prepareJvm() {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // files, paths and addresses have ASCII digits
        System.setOut(System.err); // standard output may belong to the transport, or to the control link
    }

    /** Loads this JVM's heap, if that was declared. */
    static Optional<HeapLoader> heap() {
        return HeapLoad.ofThisJvm().map(load -> HeapLoader.start(load, NanoClock.system()));
    }

    /** Ends this process if the launcher has died since it started it. */
    static ControlLink connect(Path socket) throws IOException {
        try {
            return ControlLink.connect(socket);
        } catch (IOException e) {
            boolean launcherIsGone = e instanceof ConnectException || Files.notExists(socket);
            if (launcherIsGone && ScratchDirectory.isNamedSo(ScratchDirectory.holding(socket))) {
                System.err.printf("the launcher is gone: %s: %s%n", socket, e.getMessage());
                deleteAndHalt(ScratchDirectory.holding(socket), TransportRegistry.load());
            }
            throw e;
        }
    }

    /** Performs assignments until the launcher sends 'Stop', and ends this process if the launcher is gone. */
    void runToTheEnd() throws InterruptedException {
        try {
            run();
        } catch (IOException e) {
            System.err.println("control link broke: " + e.getMessage());
            endWithoutLauncher(); // if this thread just ended, the thread that is cleaning up would end, too
        }
    }

    /** Performs assignments until the launcher sends 'Stop'. */
    public void run() throws IOException, InterruptedException {
        Thread control = startDaemon("control", this::readControl);
        Thread watch = startDaemon("launcher-watch", this::watchLauncher);
        CostMeter meter = metering.begin(Set.of(control.getId(), watch.getId()));
        for (ControlMessage message = launcher.take(); !(message instanceof Stop); message = launcher.take()) {
            if (message instanceof Assign assign) {
                perform(assign, meter);
            } else if (message instanceof Describe describe) {
                link.send(description(describe));
            } else if (message instanceof Identify) {
                link.send(identity());
            } else if (!(message instanceof Go)) { // may have crossed the report of a failure
                link.send(new Failed("launcher sent '%s', expected 'Assign'"
                        .formatted(message.getClass().getSimpleName())));
            }
        }
        launcher.end();
    }

    /** Where this peer runs; removes first what an earlier peer that was killed has left here. */
    private ControlMessage description(Describe describe) {
        try {
            ScratchDirectory.removeLeftOvers(registry.all(), System.err::println);
            return new Described(SurroundingsProbe.system().surroundings(describe.probes()));
        } catch (IOException e) {
            return new Failed(describe(e));
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the launcher has to be told of every failure in here
    private void perform(Assign assign, CostMeter meter) throws IOException, InterruptedException {
        try (Heartbeat unused = isUnseen ? Heartbeat.of(link, progress, assign.session()) : Heartbeat.NONE) {
            Transport transport = registry.named(assign.transport());
            if (assign.session().locksMemory()) {
                MemoryLock.installed().lock();
            }
            switch (role) {
                case CLIENT, SERVER -> {
                    if (role == Role.SERVER && assign.session().all().number() > 1) {
                        new SharingServer(assign, transport, link, launcher, meter, page(assign)).perform();
                        launcher.arrived(new Stop()); // as below
                        return;
                    }
                    new Assignment(assign, role, transport, link, launcher, meter, page(assign), heap).perform();
                }
                case AUXILIARY -> {
                    new AuxiliaryPeer(assign, transport, link, launcher, meter).perform();
                    launcher.arrived(new Stop()); // the auxiliary peer has taken the launcher's 'Stop'
                }
            }
        } catch (Assignment.ReportedFailureException e) {
            // the launcher ends this peer
        } catch (IOException | RuntimeException | Error e) {
            link.send(new Failed(describe(e)));
        } finally {
            launcher.expectNoMore();
        }
    }

    private static ControlMessage identity() {
        try {
            String thread = Files.readSymbolicLink(THREAD).getFileName().toString();
            return new Identified(Long.parseLong(thread));
        } catch (IOException | NumberFormatException e) {
            return new Failed(describe(e));
        }
    }

    private ProgressPage page(Assign assign) throws IOException {
        return ProgressPage.make(progress, assign.share().number());
    }

    private void readControl() {
        try {
            for (ControlMessage message = link.receive(); message != null; message = link.receive()) {
                launcher.arrived(message);
                if (message instanceof Stop) {
                    return; // a halting JVM waits 0.3 s for a thread that is blocked in a read
                }
            }
        } catch (IOException e) {
            System.err.println("control link broke: " + e.getMessage());
        }
        endWithoutLauncher();
    }

    private void watchLauncher() {
        try {
            if (launcher.watch()) {
                System.err.println("no 'Go' from the launcher within its timeout; it is stopped");
                if (isUnseen) { // nobody else on this side removes it
                    haltAfter(CLEAN_UP_TIMEOUT);
                    deleteDirectory();
                }
                // the measuring thread may be spinning in a transport
                Runtime.getRuntime().halt(PeerInvocation.LAUNCHER_IS_GONE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Called by the thread that notices the launcher's end first; other threads, of this process's other peer, too, wait for the halt. */
    private void endWithoutLauncher() {
        synchronized (Peer.class) {
            deleteAndHalt(scratchDirectory, registry);
        }
    }

    private void deleteDirectory() {
        try {
            ScratchDirectory.delete(scratchDirectory, registry.all());
        } catch (IOException e) {
            System.err.println("left over: " + scratchDirectory + ": " + e.getMessage());
        }
    }

    private static void deleteAndHalt(Path scratchDirectory, TransportRegistry registry) {
        haltAfter(CLEAN_UP_TIMEOUT); // a file system or a plugin may hang
        try {
            ScratchDirectory.deleteWithoutLauncher(scratchDirectory, registry.all());
        } catch (IOException e) {
            System.err.println("left over: " + scratchDirectory + ": " + e.getMessage());
        } finally {
            Runtime.getRuntime().halt(PeerInvocation.LAUNCHER_IS_GONE);
        }
    }

    /** Ends this process after this time, even if other threads are still working. */
    static void haltAfter(Duration timeout) {
        startDaemon("watchdog", () -> {
            try {
                Thread.sleep(timeout.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(PeerInvocation.LAUNCHER_IS_GONE);
        });
    }

    private static Thread startDaemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Describes a failure with all its causes, for the launcher. */
    static String describe(Throwable problem) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            text.append(text.isEmpty() ? "" : ", because of ")
                    .append(cause.getClass().getSimpleName());
            if (cause.getMessage() != null) {
                text.append(": ").append(cause.getMessage());
            }
        }
        return DescriptorLimit.ofThisProcess().explain(text.toString());
    }

    /**
     * Tells a launcher that does not see this peer's scratch directory that the peer goes on. It comes rarely, because it takes CPU
     * time from the measuring thread: with the usual timeout, a measured part of less than fifteen seconds has none.
     */
    private interface Heartbeat extends Closeable {
        /** The launcher looks at the peer's page. */
        Heartbeat NONE = () -> {};

        /** Heartbeats within the session's timeout. */
        int TIMES = 4;

        @Override
        void close();

        /** Begins to send the counts of a page, until it is closed. */
        static Heartbeat of(ControlLink link, Path page, Session session) {
            long millis = Math.max(1, session.connectTimeout().toMillis() / TIMES);
            Thread thread = new Thread(() -> beat(link, page, millis), "heartbeat");
            thread.setDaemon(true);
            thread.start();
            return thread::interrupt;
        }

        private static void beat(ControlLink link, Path page, long millis) {
            try (OpenFile counts = new OpenFile(page)) {
                while (true) {
                    Thread.sleep(millis);
                    var messages = ProgressPage.sum(counts);
                    if (messages.isPresent()) {
                        link.send(new Progress(messages.getAsLong()));
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the assignment is over
            } catch (IOException e) {
                // the thread that reads the control link notices the launcher's end as well
            }
        }
    }

    /** Runs an auxiliary process: starts the transport's auxiliary, and reports what measured parts cost. */
    private static final class AuxiliaryPeer {
        private final Assign assign;
        private final Transport transport;
        private final ControlLink link;
        private final LauncherSignal launcher;
        private final CostMeter meter;

        AuxiliaryPeer(Assign assign, Transport transport, ControlLink link, LauncherSignal launcher, CostMeter meter) {
            this.assign = assign;
            this.transport = transport;
            this.link = link;
            this.launcher = launcher;
            this.meter = meter;
        }

        /** Returns when the process has been told to stop and has ended the auxiliary. */
        void perform() throws IOException, InterruptedException {
            Auxiliary auxiliary = transport
                    .auxiliary()
                    .orElseThrow(() -> new IllegalStateException(transport.id() + " needs no auxiliary process"));
            try (Closeable running = auxiliary.start(assign.session())) {
                link.send(new Ready(List.of(), CpuSet.allowed().toString(), Placement.memoryPolicy()));
                for (ControlMessage message = launcher.take(); !(message instanceof Stop); message = launcher.take()) {
                    link.send(answer(message));
                }
            }
        }

        private ControlMessage answer(ControlMessage message) {
            if (message instanceof Go) {
                meter.arm();
                meter.begin();
                return new Armed();
            }
            if (message instanceof Over) {
                Cost cost = meter.end();
                return new Finished(
                        new PeerMeasurement(List.of(), cost, Sampling.NONE, 0, MeasurementConditions.UNKNOWN));
            }
            return new Failed("launcher sent '%s', expected 'Go' or 'Over'"
                    .formatted(message.getClass().getSimpleName()));
        }
    }
}
