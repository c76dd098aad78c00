package org.ipcbench.transports;

import static org.assertj.core.api.Assertions.assertThat;

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

    /** A message of the client with this content, and an answer with its negative. */
    public void exchange(int content) throws IOException {
        send(client, 8, content);
        assertThat(server.receive(8).get()).isEqualTo((byte) content);
        send(server, 8, -content);
        assertThat(client.receive(8).get()).isEqualTo((byte) -content);
    }

    @Override
    public void close() throws IOException {
        try (client) {
            server.close();
        }
    }
}
