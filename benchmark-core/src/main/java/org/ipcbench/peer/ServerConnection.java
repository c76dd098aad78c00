package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;
import org.ipcbench.control.ControlMessage.Assign;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ServerHalf;
import org.jspecify.annotations.Nullable;

/** A server's end of a connection. */
final class ServerConnection extends DrivenConnection {
    private final Lock proofs;
    private @Nullable ServerHalf half;

    /**
     * @param proofs lock held while the connection proves its clocks, because parallel proofs would disturb each other
     */
    ServerConnection(
            Assign assign,
            int number,
            NanoClock clock,
            ClockOffset clocks,
            LongConsumer progress,
            Lock proofs,
            ChannelOpener opener) {
        super(assign, number, clock, clocks, List.of(new Recorder()), progress, opener);
        this.proofs = proofs;
    }

    @Override
    void proveClocks() {
        proofs.lock();
        try {
            super.proveClocks();
        } finally {
            proofs.unlock();
        }
    }

    @Override
    Closeable half(Channel channel) throws IOException {
        half = served(workload().server(channel, session().maxMessageBytes(), recorder(), clock()));
        return half;
    }

    @Override
    void warmUp(long limitNanos, DoubleSupplier sampleCost) throws IOException {
        warm(warmUp().serve(half()));
    }

    @Override
    void measure() throws IOException {
        awaitBatch();
        measured(half().batch(part())); // waits in receive when the client begins
    }

    @Override
    void linger() throws IOException {
        half().linger();
    }

    private ServerHalf half() {
        return Objects.requireNonNull(half, "the connection is not open");
    }
}
