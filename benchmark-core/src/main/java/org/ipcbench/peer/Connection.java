package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.control.HeapLoad;
import org.ipcbench.measure.BatchTimer;
import org.ipcbench.measure.clock.CpuClock;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.meter.MeasuringThread;
import org.ipcbench.measure.result.ConnectionMeasurement;
import org.ipcbench.measure.result.MachineLoad;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.workload.KeptSamples;
import org.ipcbench.workload.Role;
import org.ipcbench.workload.ServerHalf;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/** A peer's end of one connection: the objects that its half of the workload uses, and the resulting figures. */
abstract class Connection implements Closeable {
    private final Given given;
    private final List<Recorder> recorders;
    private final CloseOnFailure opened = new CloseOnFailure();
    private @Nullable BatchTimer part;
    private LongSupplier strangers = () -> 0;
    private LongSupplier refusals = () -> 0;
    private long strangersBefore;
    private long connectNanos;
    private WarmUpEnd warm = WarmUpEnd.NONE;
    private long messages;

    /**
     * What an assignment gives to one of its connections.
     *
     * @param session the session of this connection
     * @param workload the part of the workload that falls to it
     * @param clock the peer's clock
     * @param clocks the other end's clock beside it
     * @param progress gets the number of messages at each look at the clock
     */
    record Given(Session session, Workload workload, NanoClock clock, ClockOffset clocks, LongConsumer progress) {

        /** @param number number of the connection in the session, from 0 */
        static Given of(Assign assign, int number, NanoClock clock, ClockOffset clocks, LongConsumer progress) {
            Session session = assign.session().connection(number);
            return new Given(session, assign.workload().share(number, session.connections()), clock, clocks, progress);
        }
    }

    /**
     * Creates a connection that is not open yet.
     *
     * @param recorders the first recorder is for the half of this connection; the others record other halves that run
     *     in its place
     */
    Connection(Given given, List<Recorder> recorders) {
        this.given = given;
        this.recorders = List.copyOf(recorders);
        if (HeapLoad.ofThisJvm().isPresent()) {
            recorders.forEach(each -> each.keepSlowest(given.clock()));
        }
        KeptSamples samples = KeptSamples.ofThisJvm();
        if (samples.isAny()) {
            recorders.forEach(each -> each.keepSamples(samples.most(), given.clock()));
        }
    }

    /** Makes the half of the workload on this channel. */
    abstract Closeable half(Channel channel) throws IOException;

    /**
     * Called when the connection is open: proves its clocks.
     *
     * @param nanos duration of opening, in nanoseconds
     * @param watched times each batch
     */
    final void begin(Channel channel, long nanos, BatchTimer watched) throws IOException {
        connectNanos = nanos;
        part = watched;
        refusals = channel::refusals;
        strangers = channel::strangers;
        proveClocks();
        opened.add(half(channel));
    }

    /** Returns the server's half, which knows whether both ends are proven to read one clock. */
    final ServerHalf served(ServerHalf half) {
        if (given.clocks().nanos() != 0) {
            half.onTwoClocks();
        }
        return half;
    }

    /** Makes the timer of this connection's batches; called by the thread that exchanges its messages. */
    final BatchTimer timer(CpuClock cpuClock, MeasuringThread thread) {
        return new BatchTimer(recorder(), given.clock(), cpuClock, thread, given.progress());
    }

    /** Runs a series of clock exchanges with the other end. */
    void proveClocks() {
        given.clocks().measure();
    }

    /** Called when the connection is warm and the measured part is about to begin. */
    final void reset() {
        recorders.forEach(Recorder::reset);
        given.progress().accept(0);
        strangersBefore = strangers.getAsLong();
    }

    final void warm(WarmUpEnd end) {
        warm = end;
    }

    /** Called when a server begins to wait for the measured batch. */
    final void awaitBatch() {
        double messageNanos = warm.messageNanos();
        part().await(workload().extent().expectedNanos(messageNanos), workload().messageNanos(messageNanos));
    }

    /** @param number number of messages of the measured part */
    final void measured(long number) {
        messages = number;
    }

    /** The resources to close with the connection, the latest first. */
    final CloseOnFailure opened() {
        return opened;
    }

    final Session session() {
        return given.session();
    }

    final Workload workload() {
        return given.workload();
    }

    final NanoClock clock() {
        return given.clock();
    }

    /** The recorder that counts the connection's messages. */
    final Recorder recorder() {
        return recorders.get(0);
    }

    final BatchTimer part() {
        return Objects.requireNonNull(part, "the connection is not open");
    }

    final WarmUpEnd warm() {
        return warm;
    }

    /** The figures, available after the measured part. */
    final ConnectionMeasurement measurement() throws IOException {
        return ConnectionMeasurement.of(
                recorders,
                messages,
                part().startNanos(),
                part().elapsedNanos(),
                underWay().orElse(null));
    }

    /** Writes the timed messages that this end has kept, if it has any, for the launcher to take. */
    final void writeSamples(Role role) throws IOException {
        for (Recorder each : recorders) {
            if (each.sampleNumbers() > 0) { // one half at most times messages
                KeptSamples.write(each.samples(), each.sampleNumbers(), KeptSamples.file(session(), role));
            }
        }
    }

    /** How many messages this side had under way at once; empty if it does not know. */
    Optional<UnderWay> underWay() throws IOException {
        return recorder().underWay();
    }

    /** The conditions of the measurement, available after the last proof of the given.clocks(). */
    final MeasurementConditions conditions() {
        return new MeasurementConditions(
                warm,
                part().marks(),
                MachineLoad.UNKNOWN,
                given.clocks().nanos(),
                strangers.getAsLong() - strangersBefore,
                part().gaps(),
                part().scheduling(),
                part().stalls());
    }

    /** The rule by which messages are sampled. */
    Sampling sampling() {
        return Sampling.NONE;
    }

    /** Time to open the connection and prove the token, in nanoseconds. */
    final long connectNanos() {
        return connectNanos;
    }

    /** How often it was turned away by a listening socket whose queue was full. */
    final long refusals() {
        return refusals.getAsLong();
    }

    /** CPU time of the sender's waits for the next message's time, in nanoseconds. */
    final long pacedNanos() {
        return recorder().offer().map(OfferedLoad::waitCpuNanos).orElse(0L);
    }

    /** A failure of the connection, with its number in the session. */
    final IOException failure(Throwable cause) {
        return new IOException(
                "connection %d of %d"
                        .formatted(session().connection() + 1, session().connections()),
                cause);
    }

    @Override
    public final void close() throws IOException {
        opened.close();
    }
}
