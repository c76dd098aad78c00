package org.ipcbench.peer;

import java.io.EOFException;
import java.io.IOException;
import org.ipcbench.measure.CompilerRest;
import org.ipcbench.measure.MeasuredPart;
import org.ipcbench.measure.WarmUpEnd;
import org.ipcbench.transport.Channel;
import org.ipcbench.workload.ServerHalf;

/** A connection of a server as the one thread meets it that serves all of them: message by message, and batch by batch. */
final class MultiplexedConnection {
    private final Connection strand;
    private final Channel channel;
    private final ServerHalf server;
    private final MeasuredPart part;
    private final CompilerRest compiler;
    private WarmUpEnd warm = WarmUpEnd.NONE;
    private boolean measuring;
    private boolean over;
    private long startNanos;
    private double messageNanos;
    private long handled;
    private long done;
    private long measured;

    /** @param part of this connection alone, timed by the thread that all share */
    MultiplexedConnection(Connection strand, Channel channel, MeasuredPart part, CompilerRest compiler) throws IOException {
        this.strand = strand;
        this.channel = channel;
        this.part = part;
        this.compiler = compiler;
        server = strand.serverHalf(channel);
    }

    /** The warm-up begins: every batch belongs to it until one of a single message. */
    void warmUp() {
        part.await(0, messageNanos);
    }

    /** The measured batch begins. */
    void measure(long nowNanos) {
        measuring = true;
        over = false;
        startNanos = nowNanos;
        strand.await(part, warm);
    }

    /** Serves the message that is there. Returns whether it was the last one of the warm-up, or of the measured batch. */
    boolean serve(int messageSizeBytes) throws IOException {
        if (over) {
            requireEnd(messageSizeBytes);
            return false;
        }
        handled++;
        if (!server.step()) {
            if (part.isDue()) {
                part.look();
            }
            return false;
        }
        part.end();
        long messages = server.sent(handled);
        handled = 0;
        done += messages;
        if (measuring) {
            measured = messages;
            over = true;
        } else if (messages > 1) {
            compiler.look();
            messageNanos = part.messageNanos();
            part.await(0, messageNanos);
        } else {
            warm = new WarmUpEnd(messageNanos, done, true, compiler.isAtRest());
            over = true;
        }
        return over;
    }

    /** Everything has ended, the proof of the clocks included. */
    void report() {
        strand.served(measured, startNanos, part, warm);
    }

    void close() throws IOException {
        server.close();
    }

    /** A client that has had its last answer closes while others are still served. */
    private void requireEnd(int messageSizeBytes) throws IOException {
        try {
            var unused = channel.receive(messageSizeBytes);
        } catch (EOFException expected) {
            return;
        }
        throw new IOException("the client sends on after its last message");
    }
}
