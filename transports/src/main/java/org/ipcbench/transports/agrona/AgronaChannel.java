package org.ipcbench.transports.agrona;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transports.mapped.RingPair;

/** Two of Agrona's rings, one to send through and one to receive from; both hand out their memory itself. */
final class AgronaChannel implements Channel {
    private final Outgoing outgoing;
    private final Incoming incoming;
    private final RingPair rings;
    private boolean closed;

    AgronaChannel(RingPair rings) {
        outgoing = new Outgoing(rings.outgoing());
        incoming = new Incoming(rings.incoming());
        this.rings = rings;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        requireOpen();
        incoming.release();
        return outgoing.claim(length);
    }

    @Override
    public void commit() {
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
            incoming.close();
            outgoing.close();
            rings.close();
        }
    }

    /** The memory behind a closed channel may be gone. */
    private void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }
}
