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
import org.ipcbench.workload.exchange.ClientHalf;
import org.jspecify.annotations.Nullable;

/** A client's end of a connection. */
final class ClientConnection extends DrivenConnection {
    private final boolean watchesStalls;
    private @Nullable Channel channel;
    private @Nullable ClientHalf half;
    private double messageNanos;
    private Sampling sampling = Sampling.NONE;

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
        Sampling chosen = workload().question().sampling(sampleCost.getAsDouble(), messageNanos, messages);
        client.sampleEvery(chosen.interval());
        sampling = client.takesSamples() ? chosen : Sampling.NONE;
    }

    @Override
    void measure() throws IOException {
        measured(workload().extent().run(half(), part(), messageNanos));
    }

    @Override
    void linger() {
        // the client has the last answer
    }

    @Override
    Sampling sampling() {
        return sampling;
    }

    /** The connection is asked when the measured part is over, because a stream does not depend on the answer. */
    @Override
    Optional<UnderWay> underWay() throws IOException {
        if (workload().answerBytes() > 0 || channel == null) {
            return super.underWay();
        }
        OptionalLong most = channel.room(session().maxMessageBytes()).most();
        return most.isPresent() ? Optional.of(new UnderWay(most.getAsLong())) : Optional.empty();
    }

    private ClientHalf half() {
        return Objects.requireNonNull(half, "the connection is not open");
    }
}
