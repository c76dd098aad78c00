package org.ipcbench.peer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Connected;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.measure.Circumstances;
import org.ipcbench.measure.Cost;
import org.ipcbench.measure.CostMeter;
import org.ipcbench.measure.KernelClock;
import org.ipcbench.measure.Losses;
import org.ipcbench.measure.MachineLoad;
import org.ipcbench.measure.MachineMeter;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.PauseMeter;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.measure.Recorder;
import org.ipcbench.measure.Sampling;
import org.ipcbench.measure.StrandMeasurement;
import org.ipcbench.peer.Stages.Stage;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.CloseOnFailure;
import org.ipcbench.transport.JointListener;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.Serving;

/**
 * One assignment of a peer in a session of several clients. Each connection has a thread; with a joint listener, one thread serves
 * all connections of the server. The thread of this class leads them from stage to stage: all connections are made before any is
 * warmed up, and all are warm before any is measured.
 */
final class StrandedAssignment {
    private final Assign assign;
    private final Role role;
    private final Transport transport;
    private final ControlLink link;
    private final GoSignal go;
    private final CostMeter meter;
    private final PauseMeter pauses;
    private final Consumer<List<Recorder>> counted;
    private final NanoClock clock = NanoClock.system();
    private final MachineMeter machine;
    private final Stages stages;
    private final List<Strand> strands = new ArrayList<>();

    /** @param counted gets the recorders that count this peer's messages */
    StrandedAssignment(
            Assign assign,
            Role role,
            Transport transport,
            ControlLink link,
            GoSignal go,
            CostMeter meter,
            PauseMeter pauses,
            Consumer<List<Recorder>> counted)
            throws IOException {
        this.assign = assign;
        this.role = role;
        this.transport = transport;
        this.link = link;
        machine = MachineMeter.system(CpuSet.allowed().and(assign.furtherCpus()).list());
        this.go = go;
        this.meter = meter;
        this.pauses = pauses;
        this.counted = counted;
        stages = new Stages(assign.strands().number());
    }

    void perform() throws IOException, InterruptedException {
        switch (role) {
            case CLIENT -> performClient();
            case SERVER -> performServer();
            case AUXILIARY -> throw new IllegalStateException("an auxiliary process plays no half of a workload");
        }
    }

    private void performClient() throws IOException, InterruptedException {
        link.send(new Ready("", CpuSet.allowed().toString(), Placement.memoryPolicy()));
        double sampleCostNanos = assign.workload().question().sampleCostNanos(clock);
        rehearse();
        for (int i = 0; i < assign.strands().number(); i++) {
            Session session = session(i);
            String address = assign.strands().addresses().get(i);
            Strand strand = add(i, clocksOfClient(session));
            start(
                    Serving.THREADS,
                    i,
                    () -> strand.drive(
                            () -> ReopenedChannel.connect(assign.workload(), transport, session, address),
                            sampleCostNanos));
        }
        counted.accept(recorders());
        stages.awaitAll(Stage.CONNECTED);
        go.expectWithin(assign.session().connectTimeout());
        link.send(new Connected());
        go.await();
        long connected = clock.nanos();
        stages.open(Stage.CONNECTED);
        stages.awaitAll(Stage.WARM);
        long armed = clock.nanos();
        arm();
        CompilerBacklog.system().awaitEnd();
        machine.arm();
        go.expectWithin(assign.session().connectTimeout());
        link.send(new Armed());
        go.await();
        long begun = clock.nanos();
        pauses.begin();
        meter.begin();
        stages.open(Stage.WARM);
        stages.awaitAll(Stage.SERVED);
        MachineLoad load = machine.end(clock.nanos() - begun); // before the proofs of the clocks, which keep CPUs busy
        stages.awaitAll(Stage.MEASURED);
        Cost cost = cost();
        stages.open(Stage.MEASURED);
        report(cost, load, armed - connected);
    }

    private void performServer() throws IOException, InterruptedException {
        rehearse();
        for (int i = 0; i < assign.strands().number(); i++) {
            add(i, clocksOfServer(session(i)));
        }
        try (CloseOnFailure opened = new CloseOnFailure()) {
            if (assign.strands().serving().isJoint()) {
                serveJointly(opened);
            } else {
                serveEach(opened);
            }
            counted.accept(recorders());
            stages.awaitAll(Stage.CONNECTED);
            opened.release(); // the thread that serves a connection closes it
        }
        long connected = clock.nanos();
        stages.awaitAll(Stage.WARM);
        long armed = clock.nanos();
        arm();
        CompilerBacklog.system().awaitEnd();
        pauses.begin();
        meter.begin();
        stages.open(Stage.WARM);
        go.expectWithin(assign.session().connectTimeout());
        link.send(new Armed());
        stages.awaitAll(Stage.MEASURED);
        Cost cost = cost();
        go.await();
        stages.open(Stage.MEASURED);
        report(cost, MachineLoad.UNKNOWN, armed - connected);
    }

    /** A thread for each connection. */
    private void serveEach(CloseOnFailure opened) throws IOException {
        List<Listener> listeners = new ArrayList<>();
        for (int i = 0; i < strands.size(); i++) {
            Listener listener = transport.listen(session(i));
            opened.add(listener);
            listeners.add(listener);
        }
        link.send(ready(listeners.stream().map(Listener::address).toList()));
        stages.open(Stage.CONNECTED);
        for (int i = 0; i < listeners.size(); i++) {
            Listener listener = listeners.get(i);
            Strand strand = strands.get(i);
            start(
                    assign.strands().serving(),
                    i,
                    () -> strand.serve(() -> ReopenedChannel.accept(assign.workload(), listener)));
        }
    }

    /** One thread for all. */
    private void serveJointly(CloseOnFailure opened) throws IOException {
        JointListener listener = transport.listenJointly(assign.session());
        opened.add(listener);
        link.send(ready(listener.addresses()));
        stages.open(Stage.CONNECTED);
        start(
                Serving.THREADS,
                0,
                new JointServing(listener, strands, assign.workload().requestBytes(), stages, clock)::run);
    }

    private static Ready ready(List<String> addresses) throws IOException {
        return new Ready(
                addresses.get(0),
                CpuSet.allowed().toString(),
                Placement.memoryPolicy(),
                addresses.subList(1, addresses.size()));
    }

    private Session session(int strand) {
        return assign.session().connection(assign.strands().first() + strand);
    }

    private Strand add(int strand, ClockBound clocks) {
        Strand added = new Strand(assign, assign.strands().first() + strand, stages, clock, clocks);
        strands.add(added);
        return added;
    }

    private void start(Serving serving, int strand, Runnable work) {
        StrandThread.start(serving, "connection-" + (assign.strands().first() + strand + 1), work);
    }

    private ClockBound clocksOfClient(Session session) throws IOException {
        return needsOneClock() ? ClockBound.asking(session, clock, KernelClock.system()) : ClockBound.NONE;
    }

    private ClockBound clocksOfServer(Session session) throws IOException {
        return needsOneClock() ? ClockBound.answering(session, clock, KernelClock.system()) : ClockBound.NONE;
    }

    private boolean needsOneClock() {
        return assign.workload().question().needsOneClock();
    }

    /** Goes through the metering once, so that its classes are not loaded and compiled in the measured part. */
    private void rehearse() {
        machine.arm();
        meter.arm();
        meter.begin();
        var unusedCost = meter.end();
        var unusedLoad = machine.end(1);
    }

    private void arm() {
        strands.forEach(Strand::reset);
        meter.arm();
    }

    private Cost cost() {
        return meter.end(0, sum(Strand::ownCalls))
                .measuredByOthers(sum(Strand::threadNanos), sum(Strand::waitedNanos))
                .withoutWait(sum(Strand::pacedNanos));
    }

    private long sum(ToLongFunction<Strand> figure) {
        return strands.stream().mapToLong(figure).sum();
    }

    private List<Recorder> recorders() {
        return strands.stream().map(Strand::recorder).toList();
    }

    private List<StrandMeasurement> measurements() {
        return strands.stream().map(Strand::measurement).toList();
    }

    private static long spanNanos(List<StrandMeasurement> all) {
        long start = all.stream().mapToLong(StrandMeasurement::startNanos).min().orElse(0);
        long end = all.stream()
                .mapToLong(each -> each.startNanos() + each.elapsedNanos())
                .max()
                .orElse(0);
        return Math.max(1, end - start);
    }

    private void report(Cost cost, MachineLoad load, long warmUpNanos) throws IOException {
        long pauseNanos = pauses.longestNanos();
        List<StrandMeasurement> all = measurements();
        Histogram latencies = new Recorder().latencies();
        all.forEach(each -> latencies.add(each.latencies()));
        Circumstances together =
                Circumstances.ofAll(strands.stream().map(Strand::circumstances).toList());
        PeerMeasurement measurement = new PeerMeasurement(
                all.stream().mapToLong(StrandMeasurement::messages).sum(),
                all.stream().map(StrandMeasurement::losses).reduce(Losses.NONE, Losses::plus),
                spanNanos(all),
                cost,
                latencies,
                densest(strands.stream().map(Strand::sampling)),
                new PeerMeasurement.Phases(
                        strands.stream().mapToLong(Strand::connectNanos).max().orElse(0), warmUpNanos),
                new Circumstances(
                        together.warmUp(),
                        together.marks(),
                        load,
                        together.clockBoundNanos(),
                        together.strangers(),
                        together.gaps(),
                        together.scheduling()),
                List.of());
        link.send(new Finished(measurement, pauseNanos, all));
    }

    /** The sampling that costs most. */
    private static Sampling densest(Stream<Sampling> samplings) {
        return samplings.max(Comparator.comparingDouble(each -> each.costAt(1))).orElse(Sampling.NONE);
    }
}
