package org.ipcbench.transports.aeron;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;

/** Two logs, one to send through and one to receive from. */
final class AeronChannel implements Channel {
    private final AeronClient client;
    private final LogWriter outgoing;
    private final LogReader incoming;

    AeronChannel(AeronClient client, LogWriter outgoing, LogReader incoming) {
        this.client = client;
        this.outgoing = outgoing;
        this.incoming = incoming;
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
    public void close() {
        incoming.release();
        client.close();
    }
}
