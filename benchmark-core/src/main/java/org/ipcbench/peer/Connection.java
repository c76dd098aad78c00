package org.ipcbench.peer;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.measure.Circumstances;
import org.ipcbench.measure.CompilationClock;
import org.ipcbench.measure.CpuClock;
import org.ipcbench.measure.MachineLoad;
import org.ipcbench.measure.Mark;
import org.ipcbench.measure.MeasuredPart;
import org.ipcbench.measure.MeasuringThread;
import org.ipcbench.measure.NanoClock;
import org.ipcbench.measure.OfferedLoad;
import org.ipcbench.measure.Question;
import org.ipcbench.measure.Recorder;
import org.ipcbench.measure.Sampling;
import org.ipcbench.measure.ConnectionMeasurement;
import org.ipcbench.measure.WarmUpEnd;
import org.ipcbench.peer.Stages.Stage;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.workload.ClientHalf;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.WarmUp;
import org.ipcbench.workload.Workload;

/** One connection of a peer that has several: what its thread does, and what came of it. */
final class Connection {
    private final Assign assign;
    private final int connection;
    private final Workload workload;
    private final Stages stages;
    private final NanoClock clock;
    private final ClockOffset clocks;
    private final Recorder recorder = new Recorder();
    private LongSupplier strangers = () -> 0;
    private long strangersBefore;
    private long connectNanos;
    private long messages;
    private long startNanos;
    private long elapsedNanos;
    private long threadNanos;
    private long waitedNanos;
    private long ownCalls;
    private Sampling sampling = Sampling.NONE;
    private Circumstances circumstances = Circumstances.UNKNOWN;

    /** Opens the connection, on the strand's own thread. */
    @FunctionalInterface
    interface Opening {
        Channel open() throws IOException;
    }

    /** @param connection its number among the session's */
    Connection(Assign assign, int connection, Stages stages, NanoClock clock, ClockOffset clocks) {
        this.assign = assign;
        this.connection = connection;
        workload = assign.workload().share(connection, assign.session().connections());
        this.stages = stages;
        this.clock = clock;
        this.clocks = clocks;
    }

    /** Counts the messages of the connection. */
    Recorder recorder() {
        return recorder;
    }

    /**
     * What the thread of a client's connection does.
     *
     * @param sampleCostNanos what a sample costs, in nanoseconds
     */
    void drive(Opening opening, double sampleCostNanos) {
        run(opening, clocks::measure, (channel, part, cpuClock) -> drive(channel, part, cpuClock, sampleCostNanos));
    }

    /** What the thread of a server's connection does. */
    void serve(Opening opening) {
        run(opening, this::answerInTurn, this::serve);
    }

    /** One connection after the other, so that the proofs do not disturb each other. */
    private void answerInTurn() {
        stages.inTurn(clocks::measure);
    }

    private void drive(Channel channel, MeasuredPart part, CpuClock cpuClock, double sampleCostNanos)
            throws IOException, InterruptedException {
        Question question = workload.question();
        try (ClientHalf client = workload.client(channel, size(), recorder, clock)) {
            WarmUpEnd warm = warmUp(part).run(client, assign.warmUpNanos());
            double messageNanos = workload.messageNanos(warm.messageNanos());
            long expected = workload.extent().expectedMessages(messageNanos);
            Sampling chosen = question.sampling(sampleCostNanos, messageNanos, expected);
            client.sampleEvery(chosen.interval());
            sampling = client.takesSamples() ? chosen : Sampling.NONE;
            stages.reachAndPass(Stage.WARM);
            long cpuBefore = cpuClock.nanos();
            messages = workload.extent().run(client, part, messageNanos);
            startNanos = part.marks().get(0).nanos();
            stages.reach(Stage.SERVED);
            clocks.measure();
            ended(part, warm, cpuClock.nanos() - cpuBefore);
            stages.reachAndPass(Stage.MEASURED); // a thread that has ended is counted no longer
        }
    }

    private void serve(Channel channel, MeasuredPart part, CpuClock cpuClock) throws IOException, InterruptedException {
        try (ServerHalf server = serverHalf(channel)) {
            WarmUpEnd warm = warmUp(part).serve(server);
            stages.reachAndPass(Stage.WARM);
            long cpuBefore = cpuClock.nanos();
            startNanos = clock.nanos();
            await(part, warm);
            messages = server.batch(part);
            server.linger();
            stages.reach(Stage.SERVED);
            stages.awaitAll(Stage.SERVED); // proofs beside the messages of others would be slow, and prove little
            answerInTurn();
            ended(part, warm, cpuClock.nanos() - cpuBefore);
            stages.reachAndPass(Stage.MEASURED);
        }
    }

    /** The server's half over its end of the connection. */
    ServerHalf serverHalf(Channel channel) throws IOException {
        return workload.server(channel, size(), recorder, clock);
    }

    /** The server waits for the measured batch. */
    void await(MeasuredPart part, WarmUpEnd warm) {
        part.await(workload.extent().expectedNanos(warm.messageNanos()), workload.messageNanos(warm.messageNanos()));
    }

    /** How long it took until a connection was open that a thread of several serves. */
    void connected(long nanos) {
        connectNanos = nanos;
    }

    /** A series of exchanges with the client, of which the thread makes one at a time. */
    void proveClocks() {
        clocks.measure();
    }

    /** What the thread has measured of this connection that serves several. */
    void served(long number, long start, MeasuredPart part, WarmUpEnd warm) {
        messages = number;
        startNanos = start;
        ended(part, warm, 0);
    }

    /**
     * CPU time of the thread that serves several connections, in nanoseconds; one of them is charged with it.
     *
     * @param waited the part of it that it spent before the first message
     */
    void charge(long threadCpuNanos, long waited) {
        threadNanos = threadCpuNanos;
        waitedNanos = waited;
    }

    /** What is done with the open connection. */
    @FunctionalInterface
    private interface Exchange {
        void run(Channel channel, MeasuredPart part, CpuClock cpuClock) throws IOException, InterruptedException;
    }

    @SuppressWarnings("CatchingUnchecked") // as in Peer: the launcher has to be told of every failure
    private void run(Opening opening, Runnable proof, Exchange exchange) {
        long start = clock.nanos();
        boolean virtual = isVirtual();
        try (MeasuringThread cpu = virtual ? () -> Mark.UNKNOWN_CPU : MeasuringThread.ofCallingThread();
                Channel channel = opening.open()) {
            connectNanos = clock.nanos() - start;
            if (channel instanceof LossyChannel lossy) {
                strangers = lossy::strangers;
            }
            proof.run();
            stages.reachAndPass(Stage.CONNECTED);
            CpuClock cpuClock = virtual ? () -> 0 : CpuClock.ofCallingThread();
            exchange.run(channel, new MeasuredPart(recorder, clock, cpuClock, cpu), cpuClock);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(e);
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    /** A virtual thread has no CPU time and no CPU of its own; asked by name, because Java 17 knows none. */
    private static boolean isVirtual() {
        return Thread.currentThread().getClass().getName().endsWith("VirtualThread");
    }

    /** The connection goes no further. */
    void fail(Throwable cause) {
        stages.fail(new IOException(
                "connection %d of %d".formatted(connection + 1, assign.session().connections()), cause));
    }

    /** All connections are warm: the measured part is about to begin. */
    void reset() {
        recorder.reset();
        strangersBefore = strangers.getAsLong();
    }

    private void ended(MeasuredPart part, WarmUpEnd warm, long threadCpuNanos) {
        elapsedNanos = recorder.elapsedNanosOr(part.elapsedNanos());
        threadNanos = threadCpuNanos;
        waitedNanos = Math.max(0, threadCpuNanos - part.cpuNanos());
        ownCalls = part.ownCalls();
        circumstances = new Circumstances(
                warm,
                part.marks(),
                MachineLoad.UNKNOWN,
                clocks.nanos(),
                strangers.getAsLong() - strangersBefore,
                part.gaps(),
                part.scheduling());
    }

    private WarmUp warmUp(MeasuredPart part) {
        return new WarmUp(clock, CompilationClock.system(), part);
    }

    private int size() {
        return assign.session().messageSizeBytes();
    }

    /** The figures, once the part is measured. */
    ConnectionMeasurement measurement() {
        return new ConnectionMeasurement(
                messages - recorder.losses().lost(),
                recorder.losses(),
                startNanos,
                elapsedNanos,
                recorder.latencies(),
                recorder.offer().orElse(null));
    }

    Circumstances circumstances() {
        return circumstances;
    }

    Sampling sampling() {
        return sampling;
    }

    /** Opening it and proving the token, in nanoseconds. */
    long connectNanos() {
        return connectNanos;
    }

    /** CPU time of the thread since all were warm, in nanoseconds. */
    long threadNanos() {
        return threadNanos;
    }

    /** The part of it that was not spent on messages, in nanoseconds. */
    long waitedNanos() {
        return waitedNanos;
    }

    /** CPU time of the sender's waits for the next message's time, in nanoseconds. */
    long pacedNanos() {
        return recorder.offer().map(OfferedLoad::waitCpuNanos).orElse(0L);
    }

    /** System calls that the kernel counts, for the marks. */
    long ownCalls() {
        return ownCalls;
    }
}
