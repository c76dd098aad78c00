package org.ipcbench.transports.zmq;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Library;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.shared.JarLibrary;

/** ZeroMQ over {@code tcp://}: a PUSH socket to the other side's PULL socket in each direction. */
public final class ZmqTransport implements Transport {
    static final Library LIBRARY = new JarLibrary("JeroMQ", "fr.loghub", "jeromq-core");

    /**
     * Copies of a queued message: the sender's, the library's queue's, the encoder's, the decoder's, the received one, and
     * one that the garbage collector has not found yet.
     */
    private static final int QUEUED_COPIES = 6;

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "zmq",
                "ZeroMQ (JeroMQ) over tcp://",
                "ZMQ",
                Set.of("classic", "libraries", "standard"),
                50,
                ZmqTransport.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.of(WaitStrategy.BLOCKING, Trait.HIDES_DEATH, Trait.MANY_CLIENTS, Trait.LOOPBACK)
                .withQueuedCopies(QUEUED_COPIES)
                .withBuffer("SO_SNDBUF and SO_RCVBUF of its socket");
    }

    /**
     * The capacity of both sides' queues. The capacity of the socket between them, which only the kernel knows, is not
     * included.
     */
    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return OptionalLong.of(2L * ZmqSockets.mostQueued(messageBytes));
    }

    /** The sender's own queue; the receiver's takes more only when the library's threads come to it. */
    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return ZmqSockets.mostQueued(messageBytes);
    }

    /** Each side listens at a port, and connects from one that others may use as well. */
    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) {
        return Needs.ofConnections(connections, ZmqSockets.DESCRIPTORS).withPorts(2 * connections + 1);
    }

    @Override
    public Optional<FanOut> fanOut() {
        return Optional.of(new ZmqFanOut(ZmqProtocol.TCP));
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new ZmqListener(session, ZmqProtocol.TCP);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return ZmqChannel.connect(session, ZmqProtocol.TCP, address);
    }

    /** The server's sockets until the client has said hello; then they belong to the channel. */
    static final class ZmqListener implements Listener {
        private final Session session;
        private final ZmqSockets sockets;
        private boolean accepted;

        ZmqListener(Session session, ZmqProtocol protocol) throws IOException {
            this.session = session;
            sockets = ZmqSockets.ofServer(session, protocol);
        }

        @Override
        public String address() {
            return sockets.endpoint();
        }

        @Override
        public Channel accept() throws IOException {
            sockets.verifyClient();
            accepted = true;
            return new ZmqChannel(sockets, session.maxMessageBytes());
        }

        @Override
        public void close() throws IOException {
            if (!accepted) {
                sockets.abandon();
            }
        }
    }
}
