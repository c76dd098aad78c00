package org.ipcbench.transports;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;

/** Both ends in this process on one thread: each end must already have done what the other waits for. */
public final class ConnectedPair implements AutoCloseable {
    private final String address;
    private final Channel client;
    private final Channel server;

    public ConnectedPair(Transport transport, Session session) throws Exception {
        try (AcceptingServer accepting = new AcceptingServer(transport, session)) {
            address = accepting.address();
            client = transport.connect(session, address);
            server = accepting.channel();
        }
    }

    /** Where the client found the server. */
    public String address() {
        return address;
    }

    public Channel client() {
        return client;
    }

    public Channel server() {
        return server;
    }

    /** Sends a message of this length, the first byte with this content. */
    public static void send(Channel channel, int length, int content) throws IOException {
        channel.claim(length).put((byte) content);
        channel.commit();
    }

    @Override
    public void close() throws IOException {
        try (client) {
            server.close();
        }
    }
}
