package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transports.shared.RingAuthentication;

/** Two rings, one to send through and one to receive from; both hand out their memory itself. */
final class RingChannel implements Channel {
    private final RingProducer outgoing;
    private final RingConsumer incoming;
    private final RingFile file;
    private final RingAuthentication authentication;
    private boolean closed;

    RingChannel(RingProducer outgoing, RingConsumer incoming, RingFile file, RingAuthentication authentication) {
        this.outgoing = outgoing;
        this.incoming = incoming;
        this.file = file;
        this.authentication = authentication;
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
        try (file) {
            incoming.close();
            outgoing.close();
            if (authentication.leave()) {
                file.freeRings();
            }
        }
    }
}
