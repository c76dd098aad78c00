package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transports.mapped.RingReader;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.RingWriter;
import org.ipcbench.transports.mapped.Waiting;

/** Two rings, one to send through and one to receive from; both hand out their memory itself. */
final class RingChannel implements Channel {
    private final RingWriter outgoing;
    private final RingReader incoming;
    private final RingPair rings;
    private final Waiting waiting;
    private boolean closed;

    RingChannel(RingPair rings, Waiting waiting) {
        outgoing = new RingWriter(rings.outgoing(), waiting);
        incoming = new RingReader(rings.incoming(), waiting);
        this.rings = rings;
        this.waiting = waiting;
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
        incoming.release();
        return incoming.receive(length);
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (rings;
                waiting) {
            incoming.close();
            outgoing.close();
        }
    }
}
