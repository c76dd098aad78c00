package org.ipcbench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage.AllConnected;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Connected;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Go;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.control.ProgressPage;
import org.ipcbench.kernel.TcpConnects;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.CompilationClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.CollectionLog;
import org.ipcbench.measure.meter.CompilerThreads;
import org.ipcbench.measure.meter.CostMeter;
import org.ipcbench.measure.meter.MachineMeter;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.meter.StallMeter;
import org.ipcbench.measure.result.ConnectAttempts;
import org.ipcbench.measure.result.ConnectionMeasurement;
import org.ipcbench.measure.result.Cost;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.PeerMeasurement;
import org.ipcbench.measure.result.Stalls;
import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.Role;
import org.jspecify.annotations.Nullable;

/**
 * One assignment of a peer, with any number of connections: connect, warm up, wait for the 'Go', measure, report.
 * {@link org.ipcbench.control.ControlMessage} describes the messages of each stage.
 */
final class Assignment {
    /** A thread that uses a greater share of a CPU is busy rather than asleep. */
    private static final double MOSTLY_BUSY = 0.5;

    private final Assign assign;
    private final Role role;
    private final Transport transport;
    private final ControlLink link;
    private final LauncherSignal launcher;
    private final CostMeter meter;
    private final NanoClock clock = NanoClock.system();
    private final ProgressPage page;
    private final ConnectionFactory factory;
    private final MachineMeter machine;
    private final Optional<HeapLoader> heap;
    private final ListenersQueue listenersQueue;

    /**
     * @param page gets the message counts of this peer's connections
     * @param heap of this JVM, if a load of it was declared, for this peer or another one
     */
    Assignment(
            Assign assign,
            Role role,
            Transport transport,
            ControlLink link,
            LauncherSignal launcher,
            CostMeter meter,
            ProgressPage page,
            Optional<HeapLoader> heap)
            throws IOException {
        this.assign = assign;
        this.role = role;
        this.transport = transport;
        this.link = link;
        this.launcher = launcher;
        this.meter = meter;
        this.page = page;
        this.heap = heap;
        factory = new ConnectionFactory(assign, transport, page, clock);
        listenersQueue = new ListenersQueue(
                assign.session().sharesListener() && transport.traits().has(Trait.TCP_OPTIONS));
        machine = MachineMeter.system(
                CpuSet.ofCallingThread().and(assign.furtherCpus()).list());
    }

    void perform() throws IOException, InterruptedException, ReportedFailureException {
        switch (role) {
            case CLIENT -> performClient();
            case SERVER -> performServer();
            case AUXILIARY -> throw new IllegalStateException("an auxiliary process plays no half of a workload");
        }
    }

    private void performClient() throws IOException, InterruptedException, ReportedFailureException {
        try (IdleConnections idle = IdleConnections.of(assign, transport);
                StartedServers started = StartedServers.of(transport, assign.session());
                Connections connections = started.clients(factory)) {
            reporting(connections, () -> {
                idle.open();
                link.send(ready(List.of())); // from now on, other clients may connect
                drive(connections, idle, started);
            });
        }
    }

    private void drive(Connections connections, IdleConnections idle, StartedServers started)
            throws IOException, InterruptedException {
        listenersQueue.begin();
        connections.open(Connections.Announcement.NONE);
        listenersQueue.connected();
        expectWithinTimeout();
        link.send(new Connected());
        launcher.await(AllConnected.class);
        long connected = clock.nanos();
        warmMeters();
        started.warm();
        SampleCost sampleCost = new SampleCost(assign.workload().question().latencyKind(), clock);
        connections.warmUp(leftForWarmUp(clock.nanos() - connected), sampleCost);
        arm(connections);
        started.arm();
        machine.arm();
        expectWithinTimeout();
        link.send(new Armed());
        launcher.await(Go.class);
        heap.ifPresent(HeapLoader::begin);
        started.begin();
        meter.begin();
        Optional<Role> dying = assign.workload().dying();
        if (dying.isPresent()) {
            live(connections, Connections.Announcement.NONE, dying.get());
            return;
        }
        connections.measure(Connections.Announcement.NONE);
        Cost cost = connections.cost(meter); // before the machine is read, which allocates
        @Nullable Cost ofStarted = started.cost();
        MachineLoad load = machine.end(spanNanos(connections.all())); // before the proofs, which keep CPUs busy
        connections.settle();
        report(connections, cost, load, idle, ofStarted);
    }

    private void performServer() throws IOException, InterruptedException, ReportedFailureException {
        try (IdleConnections idle = IdleConnections.listen(assign, transport);
                CloseOnFailure listening = new CloseOnFailure()) {
            if (assign.share().serving().isMultiplexed()) {
                MultiplexedListener listener = transport.listenMultiplexed(assign.session());
                listening.add(listener);
                serve(factory.multiplexed(listener), listener.addresses(), listening, idle);
            } else {
                List<Listener> listeners = factory.listeners(listening);
                List<String> addresses =
                        listeners.stream().map(Listener::address).toList();
                serve(factory.servers(listeners), addresses, listening, idle);
            }
        }
    }

    private void serve(Connections served, List<String> addresses, CloseOnFailure listening, IdleConnections idle)
            throws IOException, InterruptedException, ReportedFailureException {
        try (Connections connections = served) {
            reporting(connections, () -> {
                listenersQueue.begin();
                connections.open(() -> {
                    link.send(ready(idle.after(addresses)));
                    idle.open();
                });
                listenersQueue.connected();
                listening.release(); // the code that accepted closes the rest
                serve(connections, idle);
            });
        }
    }

    /**
     * The server must already receive when the client begins, so it does not wait for its own 'Go' before the measured
     * part.
     */
    private void serve(Connections connections, IdleConnections idle) throws IOException, InterruptedException {
        warmMeters();
        connections.warmUp(assign.warmUpNanos(), () -> 0);
        arm(connections);
        Connections.Announcement armed = () -> {
            expectWithinTimeout();
            link.send(new Armed());
            heap.ifPresent(HeapLoader::begin);
            meter.begin();
        };
        Optional<Role> dying = assign.workload().dying();
        if (dying.isPresent()) {
            live(connections, armed, dying.get());
            return;
        }
        connections.measure(armed);
        Cost cost = connections.cost(meter);
        launcher.await(Go.class);
        connections.settle();
        report(connections, cost, MachineLoad.UNKNOWN, idle, null);
    }

    /** The work done with the connections. */
    @FunctionalInterface
    private interface Exchange {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Reports a failure before channels are closed; otherwise the other peer's broken connection would be reported
     * first.
     */
    @SuppressWarnings("CatchingUnchecked") // as in Peer: the launcher has to be told of every failure
    private void reporting(Connections connections, Exchange exchange)
            throws IOException, InterruptedException, ReportedFailureException {
        try {
            exchange.run();
        } catch (IOException | RuntimeException | Error e) {
            link.send(new Failed(Peer.describe(connections.named(e))));
            throw new ReportedFailureException(e);
        }
    }

    /**
     * The measured part in which a peer ends. Whoever finds out, or ends by itself, tells the launcher at once; a peer that has ended stays as
     * it is until the launcher kills it.
     */
    private void live(Connections connections, Connections.Announcement armed, Role dying)
            throws IOException, InterruptedException {
        for (Connection connection : connections.all()) {
            connection.recorder().onNotice(notice -> tell(PeerMeasurement.of(notice)));
            connection
                    .recorder()
                    .onRepeated(page.repeated(
                            connection.session().connection() - assign.share().first()));
        }
        connections.measure(armed);
        if (role == Role.SERVER) {
            launcher.await(Go.class);
        }
        if (role == dying) {
            launcher.arrived(launcher.take());
        }
    }

    private void tell(PeerMeasurement measured) {
        try {
            link.send(new Finished(measured));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Ready ready(List<String> addresses) throws IOException {
        return new Ready(addresses, CpuSet.shownOfCallingThread(), Placement.memoryPolicy());
    }

    private void expectWithinTimeout() {
        launcher.expectWithin(assign.session().connectTimeout());
    }

    /** The time for preparations counts as warm-up, but at least half of the warm-up is left for messages. */
    private long leftForWarmUp(long spentNanos) {
        return Math.max(assign.warmUpNanos() / 2, assign.warmUpNanos() - spentNanos);
    }

    /**
     * Runs the meters once before the warm-up, so that their classes are not loaded and compiled in the measured part.
     */
    private void warmMeters() throws IOException {
        machine.arm();
        meter.arm();
        meter.begin();
        var unusedCost = meter.end();
        var unusedLoad = machine.end(1);
        if (assign.meterNanos() > 0) {
            try (MeasuringThread thread = MeasuringThread.ofCallingThread()) {
                new StallMeter(clock, thread, CompilerThreads.system()).warm();
            }
        }
    }

    /** Called when all connections are warm: resets all counts of the warm-up. */
    private void arm(Connections connections) throws InterruptedException {
        connections.all().forEach(Connection::reset);
        CompilerBacklog compiler = CompilerBacklog.system();
        compiler.awaitEnd(); // before the counts are read: the backlog is no part of the cost
        meter.arm();
        machine.arm();
        compiler.awaitEnd(); // the meters' own methods, some of which have just been called often enough
    }

    /** Time from the earliest start to the latest end, in nanoseconds. */
    private static long spanNanos(List<? extends Connection> all) {
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (Connection connection : all) {
            BatchTimer part = connection.part();
            start = Math.min(start, part.startNanos());
            end = Math.max(end, part.startNanos() + part.elapsedNanos());
        }
        return end - start;
    }

    private Stalls stalls(StallMeter.Wait wait) throws IOException {
        if (assign.meterNanos() == 0) {
            return Stalls.UNKNOWN;
        }
        try (MeasuringThread thread = MeasuringThread.ofCallingThread()) {
            return new StallMeter(clock, thread, hasCpuForLook(wait) ? CompilerThreads.system() : null)
                    .observe(assign.meterNanos(), wait);
        }
    }

    /**
     * Whether no other peer works on this thread's CPU during the look: none may have it, or a single pair has several CPUs, looks at the same
     * time, and the one that naps is put where the CPU is idle.
     */
    private boolean hasCpuForLook(StallMeter.Wait wait) throws IOException {
        return !mayShareCpu()
                || (wait == StallMeter.Wait.NAPPING
                        && assign.session().connections() == 1
                        && CpuSet.ofCallingThread().list().size() > 1);
    }

    /** Whether another peer may have this thread's CPU. */
    private boolean mayShareCpu() throws IOException {
        return CpuSet.ofCallingThread().meets(assign.furtherCpus());
    }

    /** What this peer did most of the time in the measured part, unless that would hold up a client that looks on the same CPU. */
    private StallMeter.Wait waited(Cost cost, Connections connections) throws IOException {
        if (role == Role.SERVER && mayShareCpu()) {
            return StallMeter.Wait.NAPPING; // the kernel puts it on the CPU that is idle, and other threads, too
        }
        boolean spun = (role == Role.CLIENT && assign.workload().senderSpins())
                || transport.traits().waitStrategy() == WaitStrategy.SPINNING;
        int threads =
                assign.share().serving().isMultiplexed() ? 1 : connections.all().size();
        long elapsedNanos = threads * spanNanos(connections.all());
        return spun || cost.measuringNanos() > MOSTLY_BUSY * elapsedNanos
                ? StallMeter.Wait.AWAKE
                : StallMeter.Wait.NAPPING;
    }

    private void report(
            Connections connections, Cost cost, MachineLoad load, IdleConnections idle, @Nullable Cost started)
            throws IOException {
        Double allocated = heap.map(HeapLoader::allocatedShare).orElse(null);
        Stalls afterwards = stalls(waited(cost, connections));
        List<? extends Connection> all = connections.all();
        MeasurementConditions conditions = MeasurementConditions.ofAll(
                all.stream().map(Connection::conditions).toList());
        List<ConnectionMeasurement> measured = new ArrayList<>();
        for (Connection connection : all) {
            measured.add(connection.measurement());
            connection.writeSamples(role);
        }
        PeerMeasurement measurement = new PeerMeasurement(
                measured,
                cost,
                Sampling.mostExpensive(all.stream().map(Connection::sampling).toList()),
                all.stream().mapToLong(Connection::connectNanos).max().orElse(0),
                conditions.on(load, conditions.stalls().plus(afterwards)),
                heap.map(each -> collected(each.collections(), measured)).orElse(null),
                allocated,
                idle.memory(),
                attempts(all),
                started,
                null);
        link.send(new Finished(measurement));
    }

    /** What this peer knows of connects; null unless all clients meet at one listening socket. */
    private @Nullable ConnectAttempts attempts(List<? extends Connection> all) {
        if (!assign.session().sharesListener()) {
            return null;
        }
        long refused = all.stream().mapToLong(Connection::refusals).sum();
        long longestNanos = role == Role.SERVER
                ? 0
                : all.stream().mapToLong(Connection::connectNanos).max().orElse(0);
        return listenersQueue
                .counted()
                .map(counted -> new ConnectAttempts(
                        role == Role.SERVER ? counted.refused() : 0,
                        counted.repeated(),
                        longestNanos,
                        TcpConnects.network()))
                .orElse(new ConnectAttempts(refused, refused, longestNanos, null));
    }

    private static List<PeerMeasurement.Collection> collected(CollectionLog log, List<ConnectionMeasurement> measured) {
        long start = measured.stream()
                .mapToLong(ConnectionMeasurement::startNanos)
                .min()
                .orElse(0);
        return log.between(start, NanoClock.system().nanos());
    }

    /**
     * What the kernel counts of connects by TCP in this network namespace: those that found the queue of a listening socket here full, and
     * those that were repeated from here. A client of another kind is told itself.
     */
    private static final class ListenersQueue {
        private final boolean isOfTcp;
        private TcpConnects before = TcpConnects.UNKNOWN;
        private TcpConnects counted = TcpConnects.UNKNOWN;

        ListenersQueue(boolean isOfTcp) {
            this.isOfTcp = isOfTcp;
        }

        void begin() throws IOException {
            if (isOfTcp) {
                before = TcpConnects.now();
            }
        }

        /** Called when all of this peer's connections are open. */
        void connected() throws IOException {
            if (isOfTcp) {
                counted = TcpConnects.now().since(before);
            }
        }

        /** Empty if the kernel counts nothing. */
        Optional<TcpConnects> counted() {
            return isOfTcp ? Optional.of(counted) : Optional.empty();
        }
    }

    /** Thrown if an assignment failed and the launcher has been told why. */
    static final class ReportedFailureException extends Exception {
        private static final long serialVersionUID = 1;

        ReportedFailureException(Throwable cause) {
            super(cause);
        }
    }

    /**
     * What a sample costs this peer. It is measured by the first connection that is warm: before, the compilers are busy with
     * other methods, and interpreted code takes twenty times as long.
     */
    static final class SampleCost implements DoubleSupplier {
        private final LatencyKind latencyKind;
        private final NanoClock clock;
        private double nanos;

        SampleCost(LatencyKind latencyKind, NanoClock clock) {
            this.latencyKind = latencyKind;
            this.clock = clock;
        }

        /** The cost in nanoseconds. */
        @Override
        public synchronized double getAsDouble() {
            if (nanos == 0) {
                nanos = latencyKind.sampleCostNanos(clock);
            }
            return nanos;
        }
    }

    /**
     * Gives the just-in-time compiler time for the methods that the preparations of the measured part have called often.
     * Otherwise it would compile them in the measured part, where its threads take the CPU from the messages for
     * milliseconds.
     */
    static final class CompilerBacklog {
        /** The compiler counts as resting after this time without work, which is longer than a tick of most schedulers. */
        static final long REST_MILLIS = 20;

        /** A compiler without work may wake up to look for some. */
        static final long IDLE_NANOS_A_LOOK = 500_000;

        private static final long LOOK_MILLIS = 10;
        private static final long LIMIT_MILLIS = 200;

        private final CompilationClock compiler;
        private final Sleep sleep;
        private long waitedMillis;

        /** The way in which the wait sleeps. */
        @FunctionalInterface
        interface Sleep {
            void forMillis(long millis) throws InterruptedException;
        }

        CompilerBacklog(CompilationClock compiler, Sleep sleep) {
            this.compiler = compiler;
            this.sleep = sleep;
        }

        /** The backlog of this JVM's compiler. */
        static CompilerBacklog system() {
            return new CompilerBacklog(CompilerThreads.system(), Thread::sleep);
        }

        /** Waits until the compiler rests; all waits together take 200 ms at most. */
        void awaitEnd() throws InterruptedException {
            long worked = compiler.nanos();
            long restedMillis = 0;
            while (waitedMillis < LIMIT_MILLIS && restedMillis < REST_MILLIS) {
                sleep.forMillis(LOOK_MILLIS);
                waitedMillis += LOOK_MILLIS;
                long now = compiler.nanos();
                restedMillis = now - worked <= IDLE_NANOS_A_LOOK ? restedMillis + LOOK_MILLIS : 0;
                worked = now;
            }
        }
    }
}
