package org.ipcbench.transports.udp;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.stream.SocketBuffers;
import org.jspecify.annotations.Nullable;

/** UDP over the loopback interface. Each side receives at one socket and sends from another. */
public final class UdpTransport implements Transport {
    /**
     * Largest message: the maximum of an IPv4 packet's 16-bit length, minus the headers of IP (20 bytes) and UDP (8 bytes).
     */
    private static final int MAX_BYTES = 65_535 - 20 - 8;

    private static final int SOCKETS_OF_A_SIDE = 2;

    @Override
    public TransportInfo info() {
        return new TransportInfo("udp", "loopback UDP, losses counted", "UDP", Set.of("standard"), 60);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.LOSSY,
                        Trait.DATAGRAM,
                        Trait.MANY_CLIENTS,
                        Trait.BOUNDED_SPIN,
                        Trait.LOOPBACK)
                .withBuffer(SocketBuffers.DESCRIPTION)
                .withSizeLimit(new SizeLimit(MAX_BYTES, "an IPv4 datagram has room for no more, nothing raises it"));
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return SocketBuffers.needs(bufferBytes, connections, SOCKETS_OF_A_SIDE)
                .withPorts(2 * SOCKETS_OF_A_SIDE * connections);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new UdpListener(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return UdpChannel.connect(session, address);
    }

    /** Waits for the client that proves the session's token; datagrams of strangers are ignored without an answer. */
    private static final class UdpListener implements Listener {
        private final Session session;
        private final String address;
        /** The inbox until a channel has taken it over; then null. */
        private @Nullable Inbox inbox;

        UdpListener(Session session) throws IOException {
            this.session = session;
            inbox = Inbox.open(session);
            address = Integer.toString(inbox.address().getPort());
        }

        @Override
        public String address() {
            return address;
        }

        @Override
        public Channel accept() throws IOException {
            Inbox waiting = inbox;
            if (waiting == null) {
                throw new IOException("this listener has accepted its client or is closed");
            }
            UdpAuthentication authentication = new UdpAuthentication(session);
            ByteBuffer question = UdpAuthentication.bufferForQuestion();
            SocketAddress client = authentication.verifyClient(waiting, question);
            DatagramChannel outbox = Loopback.to(Loopback.at(UdpAuthentication.portIn(question)));
            try {
                ByteBuffer answer = authentication.ofServer();
                outbox.write(answer);
                UdpChannel channel = new UdpChannel(waiting, outbox, client, question, answer, session);
                inbox = null;
                return channel;
            } catch (IOException e) {
                outbox.close();
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            if (inbox != null) {
                inbox.close();
                inbox = null;
            }
        }
    }
}
