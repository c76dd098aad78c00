package org.ipcbench.peer;

import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.ipcbench.control.ControlLink;
import org.ipcbench.control.ControlMessage.Armed;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.ControlMessage.Failed;
import org.ipcbench.control.ControlMessage.Finished;
import org.ipcbench.control.ControlMessage.Ready;
import org.ipcbench.measure.Circumstances;
import org.ipcbench.measure.CompilationClock;
import org.ipcbench.measure.Cost;
import org.ipcbench.measure.CostMeter;
import org.ipcbench.measure.CpuClock;
import org.ipcbench.measure.KernelClock;
import org.ipcbench.measure.Losses;
import org.ipcbench.measure.MachineLoad;
import org.ipcbench.measure.MachineMeter;
import org.ipcbench.measure.MeasuredPart;
import org.ipcbench.measure.MeasuringThread;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.OfferedLoad;
import org.ipcbench.measure.PauseMeter;
import org.ipcbench.measure.PeerMeasurement;
import org.ipcbench.measure.Question;
import org.ipcbench.measure.Recorder;
import org.ipcbench.measure.Sampling;
import org.ipcbench.measure.WarmUpEnd;
import org.ipcbench.placement.CpuSet;
import org.ipcbench.placement.Placement;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.CloseOnFailure;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.WarmUp;

/** One assignment in the life of a peer: connect, warm up, wait for the go, measure, report. */
final class Assignment {
    private final Assign assign;
    private final Role role;
    private final Transport transport;
    private final ControlLink link;
    private final LauncherSignal go;
    private final Recorder recorder;
    private final NanoClock clock = NanoClock.system();
    private final CostMeter meter;
    private final MeasuredPart part;
    private final MachineMeter machine;
    private final WarmUp warmUp;
    private final PauseMeter pauses;
    private ClockOffset clocks = ClockOffset.NONE;
    private LongSupplier strangers = () -> 0;
    private long strangersBefore;

    Assignment(
            Assign assign,
            Role role,
            Transport transport,
            ControlLink link,
            LauncherSignal go,
            Recorder recorder,
            CostMeter meter,
            MeasuringThread cpu,
            PauseMeter pauses)
            throws IOException {
        this.assign = assign;
        this.role = role;
        this.transport = transport;
        this.link = link;
        machine = MachineMeter.system(CpuSet.allowed().and(assign.furtherCpus()).list());
        this.go = go;
        this.recorder = recorder;
        this.meter = meter;
        this.pauses = pauses;
        part = new MeasuredPart(recorder, clock, CpuClock.ofCallingThread(), cpu);
        warmUp = new WarmUp(clock, CompilationClock.system(), part);
    }

    void perform() throws IOException, InterruptedException, ReportedFailureException {
        if (transport.traits().oneProcess()) {
            performBoth();
            return;
        }
        switch (role) {
            case CLIENT -> performClient();
            case SERVER -> performServer();
            case AUXILIARY -> throw new IllegalStateException("an auxiliary process plays no half of a workload");
        }
    }

    private void performClient() throws IOException, InterruptedException, ReportedFailureException {
        link.send(new Ready("", CpuSet.allowed().toString(), Placement.memoryPolicy()));
        if (needsOneClock()) {
            clocks = ClockOffset.initiator(assign.session(), clock, KernelClock.system());
        }
        long start = clock.nanos();
        try (Channel channel =
                ReopenedChannel.connect(assign.workload(), transport, assign.session(), assign.address())) {
            long connectNanos = clock.nanos() - start;
            telling(() -> drive(channel, connectNanos, List.of(recorder)));
        }
    }

    /** Client and server half on this thread; what the server's recorder notes is reported with the client's. */
    private void performBoth() throws IOException, InterruptedException {
        link.send(new Ready("", CpuSet.allowed().toString(), Placement.memoryPolicy()));
        long start = clock.nanos();
        Recorder received = new Recorder();
        try (InProcessConnection both = InProcessConnection.connect(transport, assign.session(), assign.workload(), received, clock)) {
            drive(both.client(), clock.nanos() - start, List.of(recorder, received));
        }
    }

    private void drive(Channel channel, long connectNanos, List<Recorder> recorders)
            throws IOException, InterruptedException {
        long connected = clock.nanos();
        countStrangersOf(channel);
        clocks.measure();
        try (ClientHalf client = assign.workload().client(channel, size(), recorder, clock)) {
            drive(client, connectNanos, connected, recorders);
        }
    }

    private void drive(ClientHalf client, long connectNanos, long connected, List<Recorder> recorders)
            throws IOException, InterruptedException {
        Question question = assign.workload().question();
        double sampleCostNanos = question.sampleCostNanos(clock);
        rehearse();
        WarmUpEnd warm = warmUp.run(client, leftForWarmUp(clock.nanos() - connected));
        double messageNanos = assign.workload().messageNanos(warm.messageNanos());
        Extent extent = assign.workload().extent();
        Sampling sampling = question.sampling(sampleCostNanos, messageNanos, extent.expectedMessages(messageNanos));
        client.sampleEvery(sampling.interval());
        long armed = clock.nanos();
        arm(recorders);
        go.await();
        pauses.begin();
        meter.begin();
        long messages = extent.run(client, part, messageNanos);
        Cost cost = meter.end(part.cpuNanos(), part.ownCalls()); // before the machine is asked, which allocates
        long waitNanos = recorder.offer().map(OfferedLoad::waitCpuNanos).orElse(0L);
        MachineLoad load = machine.end(part.elapsedNanos());
        report(
                messages,
                cost.withoutWait(waitNanos),
                recorders,
                client.takesSamples() ? sampling : Sampling.NONE,
                new PeerMeasurement.Phases(connectNanos, armed - connected),
                circumstances(warm, load));
    }

    private void performServer() throws IOException, InterruptedException, ReportedFailureException {
        if (needsOneClock()) {
            clocks = ClockOffset.responder(assign.session(), clock, KernelClock.system());
        }
        long start = clock.nanos();
        try (Channel channel = accept();
                ServerHalf server = assign.workload().server(channel, size(), recorder, clock)) {
            long connectNanos = clock.nanos() - start;
            countStrangersOf(channel);
            telling(() -> serve(server, connectNanos));
        }
    }

    private void serve(ServerHalf server, long connectNanos) throws IOException, InterruptedException {
        long connected = clock.nanos();
        clocks.measure();
        rehearse();
        WarmUpEnd warm = warmUp.serve(server);
        long armed = clock.nanos();
        arm(List.of(recorder));
        pauses.begin();
        meter.begin();
        part.await(
                assign.workload().extent().expectedNanos(warm.messageNanos()),
                assign.workload().messageNanos(warm.messageNanos()));
        long messages = server.batch(part); // waits in receive when the client starts, not for its own go
        Cost cost = meter.end(part.cpuNanos(), part.ownCalls());
        go.await();
        server.linger();
        report(
                messages,
                cost,
                List.of(recorder),
                Sampling.NONE,
                new PeerMeasurement.Phases(connectNanos, armed - connected),
                circumstances(warm, MachineLoad.UNKNOWN));
    }

    /** What is done with an open channel. */
    @FunctionalInterface
    private interface Exchange {
        void run() throws IOException, InterruptedException;
    }

    /** Tells of a failure before the channel is closed, or the other peer's broken connection would be told first. */
    @SuppressWarnings("CatchingUnchecked") // as in Peer: the launcher has to be told of every failure
    private void telling(Exchange exchange) throws IOException, InterruptedException, ReportedFailureException {
        try {
            exchange.run();
        } catch (IOException | RuntimeException | Error e) {
            link.send(new Failed(Peer.describe(e)));
            throw new ReportedFailureException(e);
        }
    }

    /** Listens, and waits for the client. */
    private Channel accept() throws IOException {
        Listener listener = transport.listen(assign.session());
        try (CloseOnFailure opened = new CloseOnFailure()) {
            opened.add(listener);
            link.send(new Ready(listener.address(), CpuSet.allowed().toString(), Placement.memoryPolicy()));
            Channel channel = ReopenedChannel.accept(assign.workload(), listener);
            opened.release();
            return channel;
        }
    }

    /** Proving the clocks and rehearsing count as warm-up, but leave at least half of its time to messages. */
    private long leftForWarmUp(long spentNanos) {
        return Math.max(assign.warmUpNanos() / 2, assign.warmUpNanos() - spentNanos);
    }

    private void countStrangersOf(Channel channel) {
        if (channel instanceof LossyChannel lossy) {
            strangers = lossy::strangers;
        }
    }

    /** Goes through the metering before the warm-up, so that its classes are not loaded and compiled in the measured part. */
    private void rehearse() {
        machine.arm();
        meter.arm();
        meter.begin();
        var unusedCost = meter.end();
        var unusedLoad = machine.end(1);
    }

    /** Tells the launcher that this peer is warm. */
    private void arm(List<Recorder> recorders) throws IOException, InterruptedException {
        recorders.forEach(Recorder::reset);
        strangersBefore = strangers.getAsLong();
        meter.arm();
        CompilerBacklog.system().awaitEnd();
        if (role == Role.CLIENT) {
            machine.arm();
        }
        go.expectWithin(assign.session().connectTimeout());
        link.send(new Armed());
    }

    private void report(
            long messages,
            Cost cost,
            List<Recorder> recorders,
            Sampling sampling,
            PeerMeasurement.Phases phases,
            Circumstances circumstances)
            throws IOException {
        long pauseNanos = pauses.longestNanos();
        clocks.measure();
        Histogram latencies = new Recorder().latencies();
        recorders.forEach(notes -> latencies.add(notes.latencies()));
        Losses losses = recorder.losses();
        link.send(new Finished(
                new PeerMeasurement(
                        messages - losses.lost(),
                        losses,
                        recorder.elapsedNanosOr(part.elapsedNanos()),
                        cost,
                        latencies,
                        sampling,
                        phases,
                        circumstances.withClockBound(clocks.nanos()),
                        recorders.stream()
                                .flatMap(notes -> notes.contents().stream())
                                .toList(),
                        recorder.offer().orElse(null)),
                pauseNanos));
    }

    /** Whether latencies are one peer's time minus the other's; the client times everything else by its clock alone. */
    private boolean needsOneClock() {
        return assign.workload().question().needsOneClock();
    }

    private Circumstances circumstances(WarmUpEnd warm, MachineLoad load) {
        return new Circumstances(
                warm,
                part.marks(),
                load,
                Circumstances.NO_BOUND,
                strangers.getAsLong() - strangersBefore,
                part.gaps(),
                part.scheduling());
    }

    private int size() {
        return assign.session().messageSizeBytes();
    }
}
