package org.ipcbench.transports.inprocess;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.InProcessChannel;

/** One end: sends by filling a slot and receives by emptying the other one. */
final class NullChannel implements InProcessChannel {
    private final Slot incoming;
    private final Slot outgoing;
    private OtherHalf otherHalf = () -> {};

    NullChannel(Slot incoming, Slot outgoing) {
        this.incoming = incoming;
        this.outgoing = outgoing;
    }

    @Override
    public void whenWaiting(OtherHalf half) {
        otherHalf = half;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        if (outgoing.isFull()) {
            otherHalf.step();
            if (outgoing.isFull()) {
                throw new IOException("the other half took its turn without receiving the message");
            }
        }
        return outgoing.message(length);
    }

    @Override
    public void commit() throws IOException {
        if (outgoing.isClosed()) {
            throw new IOException("the other side has closed the connection");
        }
        outgoing.fill();
    }

    @Override
    public void handOver() throws IOException {
        if (outgoing.isFull()) {
            otherHalf.step();
        }
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        if (!incoming.isFull()) {
            if (!incoming.isClosed()) {
                otherHalf.step();
            }
            if (!incoming.isFull()) {
                throw incoming.isClosed()
                        ? new EOFException("the other side has closed the connection")
                        : new IOException("the other half took its turn without sending");
            }
        }
        // valid until this half passes the turn on, which it does only in its next call
        incoming.empty();
        return incoming.message(length);
    }

    @Override
    public void close() {
        incoming.close();
        outgoing.close();
    }
}
