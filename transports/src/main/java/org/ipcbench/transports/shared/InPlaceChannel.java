package org.ipcbench.transports.shared;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.ipcbench.transport.Channel;

/** Two rings, one for sending and one for receiving; messages are written and read directly in their memory. */
public final class InPlaceChannel implements Channel {
    private final Closeable memory;
    private InPlaceWriter outgoing;
    private InPlaceReader incoming;

    /**
     * A channel over the ends of two rings.
     *
     * @param memory closed after both ends
     */
    public InPlaceChannel(InPlaceWriter outgoing, InPlaceReader incoming, Closeable memory) {
        this.outgoing = outgoing;
        this.incoming = incoming;
        this.memory = memory;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        incoming.release();
        return outgoing.claim(length);
    }

    @Override
    public void commit() throws IOException {
        outgoing.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        return incoming.receive(length);
    }

    /** Replaces both ends, whose memory may be gone, by ends without memory, so that no check per message is needed. */
    @Override
    public void close() throws IOException {
        if (outgoing == Closed.END) {
            return;
        }
        InPlaceReader reader = incoming;
        InPlaceWriter writer = outgoing;
        incoming = Closed.END;
        outgoing = Closed.END;
        try (memory;
                writer) {
            reader.close();
        }
    }

    /** The ends of a closed channel. */
    private enum Closed implements InPlaceWriter, InPlaceReader {
        END;

        @Override
        public ByteBuffer claim(int length) throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public void commit() throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public void release() throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public void close() {}
    }
}
