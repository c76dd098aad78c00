package org.ipcbench.peer;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.ipcbench.measure.meter.CompilerThreads.CompilerRest;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.workload.ServerHalf;
import org.jspecify.annotations.Nullable;

/**
 * A server's end of a connection served by the shared thread of all connections, message by message and batch by batch.
 */
final class MultiplexedConnection extends Connection {
    private final CompilerRest compiler;
    private @Nullable Channel channel;
    private @Nullable ServerHalf half;
    private boolean measuring;
    private boolean over;
    private double messageNanos;
    private long handled;
    private long done;

    /**
     * @param compiler the compiler's rest, checked after each batch of any connection
     */
    MultiplexedConnection(Given given, CompilerRest compiler) {
        super(given, List.of(new Recorder()));
        this.compiler = compiler;
    }

    @Override
    Closeable half(Channel open) throws IOException {
        channel = open;
        half = served(workload().server(open, session().maxMessageBytes(), recorder(), clock()));
        return half;
    }

    /** Begins the warm-up, to which all batches belong up to the first one of a single message. */
    void warmUp() {
        part().await(0, messageNanos);
    }

    /** Begins the measured batch. */
    void measure() {
        measuring = true;
        over = false;
        awaitBatch();
    }

    /**
     * Serves the message that has arrived. Returns whether it was the last one of the warm-up or of the measured batch.
     */
    boolean serve() throws IOException {
        ServerHalf server = Objects.requireNonNull(half, "the connection is not open");
        if (over) {
            requireEnd(server);
            return false;
        }
        handled++;
        if (!server.step()) {
            if (part().isDue()) {
                part().checkClock();
            }
            return false;
        }
        part().end();
        long messages = server.sent(handled);
        handled = 0;
        done += messages;
        if (measuring) {
            measured(messages);
            over = true;
        } else if (messages > 1) {
            compiler.look();
            messageNanos = part().messageNanos();
            part().await(0, messageNanos);
        } else {
            warm(new WarmUpEnd(messageNanos, done, true, compiler.isAtRest()));
            over = true;
        }
        return over;
    }

    /** A client that has received its last answer closes while others are still served. A lossy one may repeat its last message before. */
    private void requireEnd(ServerHalf server) throws IOException {
        try {
            if (!(channel instanceof LossyChannel)) {
                var unused = Objects.requireNonNull(channel, "the connection is not open")
                        .receive(workload().requestBytes());
            } else if (!server.step()) {
                return;
            }
        } catch (EOFException expected) {
            return;
        }
        throw new IOException("the client continues to send after its last message");
    }
}
