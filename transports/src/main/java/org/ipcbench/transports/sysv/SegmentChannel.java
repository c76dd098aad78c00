package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.ipcbench.transport.Channel;

/** Two rings in one segment, one to send through and one to receive from; both hand out their memory itself. */
final class SegmentChannel implements Channel {
    private final Segment segment;
    private final GuardedWriter outgoing;
    private final GuardedReader incoming;
    private boolean closed;

    SegmentChannel(Segment segment, GuardedRing outgoing, GuardedRing incoming) {
        this.segment = segment;
        this.outgoing = new GuardedWriter(outgoing);
        this.incoming = new GuardedReader(incoming);
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        requireOpen();
        if (outgoing.isFull()) {
            incoming.release(); // else each side might wait for the other's slot
            outgoing.awaitRoom();
        }
        return outgoing.claim(length);
    }

    @Override
    public void commit() throws IOException {
        requireOpen();
        outgoing.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        requireOpen();
        return incoming.receive(length);
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try (segment) {
                try {
                    incoming.close();
                } finally {
                    outgoing.close();
                }
            }
        }
    }

    /** After closing, the memory of the rings is no longer there. */
    private void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }
}
