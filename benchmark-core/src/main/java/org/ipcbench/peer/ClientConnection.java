package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.measure.sample.Sampling;
import org.ipcbench.measure.sample.UnderWay;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ClientHalf;
import org.jspecify.annotations.Nullable;

/** A client's end of a connection. */
final class ClientConnection extends DrivenConnection {
    private final boolean watchesStalls;
    private @Nullable Channel channel;
    private @Nullable ClientHalf half;
    private double messageNanos;
    private Sampling sampling = Sampling.NONE;
    private Optional<UnderWay> streamed = Optional.empty();

    ClientConnection(
            Assign assign,
            int number,
            NanoClock clock,
            ClockOffset clocks,
            List<Recorder> recorders,
            LongConsumer progress,
            ChannelOpener opener) {
        super(assign, number, clock, clocks, recorders, progress, opener);
        // threads of several connections may wait for each other's CPU
        watchesStalls = assign.meterNanos() > 0 && assign.session().connections() == 1;
    }

    @Override
    Closeable half(Channel open) throws IOException {
        channel = open;
        if (watchesStalls) {
            part().watchStalls();
        }
        half = workload().client(open, session().maxMessageBytes(), recorder(), clock());
        return half;
    }

    @Override
    void warmUp(long limitNanos, DoubleSupplier sampleCost) throws IOException {
        ClientHalf client = half();
        warm(warmUp().run(client, limitNanos));
        messageNanos = workload().messageNanos(warm().messageNanos());
        long messages = workload().extent().expectedMessages(messageNanos);
        Sampling chosen =
                workload().question().latencyKind().sampling(sampleCost.getAsDouble(), messageNanos, messages);
        client.sampleEvery(chosen.interval());
        sampling = client.takesSamples() ? chosen : Sampling.NONE;
    }

    @Override
    void measure() throws IOException {
        measured(workload().extent().run(half(), part(), messageNanos));
    }

    /**
     * The client has the last answer. A stream asks its connection now, when the measured part is over, and the server's end, without
     * which a queue is gone, is still open.
     */
    @Override
    void linger() {
        streamed = workload().answerBytes() > 0 ? Optional.empty() : held();
    }

    private Optional<UnderWay> held() {
        if (channel == null) {
            return Optional.empty();
        }
        try {
            OptionalLong most = channel.room(session().maxMessageBytes()).most();
            return most.isPresent() ? Optional.of(new UnderWay(most.getAsLong())) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // closed by the other side; nothing that was measured depends on it
        }
    }

    @Override
    Sampling sampling() {
        return sampling;
    }

    @Override
    Optional<UnderWay> underWay() throws IOException {
        return workload().answerBytes() > 0 || channel == null ? super.underWay() : streamed;
    }

    private ClientHalf half() {
        return Objects.requireNonNull(half, "the connection is not open");
    }
}
