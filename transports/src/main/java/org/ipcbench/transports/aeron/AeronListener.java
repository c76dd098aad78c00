package org.ipcbench.transports.aeron;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/** The server's stream before a client has connected; any process that knows the driver's directory may write to it. */
final class AeronListener implements Listener {
    private final AeronClient client;
    private boolean accepted;

    private AeronListener(AeronClient client) {
        this.client = client;
    }

    static AeronListener open(Session session) throws IOException {
        return new AeronListener(AeronClient.of(session));
    }

    @Override
    public String address() {
        return Integer.toString(client.streamId());
    }

    @Override
    public Channel accept() throws IOException {
        Channel channel = client.accept();
        accepted = true;
        return channel;
    }

    @Override
    public void close() {
        if (!accepted) { // otherwise it belongs to the channel
            client.close();
        }
    }
}
