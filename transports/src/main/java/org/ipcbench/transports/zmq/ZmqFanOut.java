package org.ipcbench.transports.zmq;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.AlignedMemory;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/**
 * A PUB socket, which subscribers with the token's proof join by their SUB sockets. The depth is the high-water mark of both.
 *
 * @param protocol the protocol below ZeroMQ
 */
record ZmqFanOut(ZmqProtocol protocol) implements FanOut {
    private static final int FAILED = -1;

    /** What the library's objects for a message take in addition. */
    private static final long OBJECT_BYTES = 200;

    /** The number of large messages that a peer's heap has room for, in each channel. */
    private static final int FEW = 2;

    /** The socket, and the library's pipes and selectors, at least; in practice 21. */
    private static final int DESCRIPTORS_OF_A_SUBSCRIBER = 20;

    @Override
    public String label() {
        return "PUB/SUB";
    }

    /** A SUB socket that conflates keeps the newest message only. */
    @Override
    public Optional<String> refusal(WhenFull whenFull, int messageBytes, int channels) {
        return whenFull.policy() == WhenFull.Policy.DROP_OLDEST && whenFull.depth() > 1
                ? Optional.of("drops the oldest messages but one (ZMQ_CONFLATE); use --when-full drop-oldest:1")
                : tooMuchQueued(whenFull, messageBytes, channels);
    }

    /** All queues may be full at once, and are in the heap of one process. */
    private static Optional<String> tooMuchQueued(WhenFull whenFull, int messageBytes, int channels) {
        long each = channels * (messageBytes + OBJECT_BYTES);
        long most = Math.max(FEW, ZmqSockets.MAX_QUEUED_BYTES / each);
        return whenFull.drops() && whenFull.depth() > most
                ? Optional.of("queues of %d messages take %d MiB of the subscribers; use --when-full %s:%d"
                        .formatted(
                                whenFull.depth(),
                                (each * whenFull.depth()) >> 20,
                                whenFull.policy().label(),
                                most))
                : Optional.empty();
    }

    /** Each subscriber has the library's pipes and selectors for itself, and connects from a port of its own. */
    @Override
    public Needs needs(int messageBytes, int bufferBytes, int subscribers) {
        return Needs.ofConnections(subscribers, DESCRIPTORS_OF_A_SUBSCRIBER)
                .withPorts(protocol == ZmqProtocol.TCP ? subscribers + 1 : 0);
    }

    private static int mark(Session session, WhenFull whenFull) {
        return whenFull.drops()
                ? whenFull.depth()
                : ZmqSockets.mostQueued((long) session.maxMessageBytes() * session.connections());
    }

    @Override
    public Publication publish(Session session, WhenFull whenFull) throws IOException {
        ZMQ.Context context = ZMQ.context(1);
        ZmqSockets.ZmqAuthentication.start(
                context, ZmqSockets.password(session.token().clientProof()));
        ZMQ.Socket socket = context.socket(SocketType.PUB);
        socket.setSndHWM(mark(session, whenFull));
        socket.setXpubNoDrop(!whenFull.drops());
        socket.setPlainServer(true);
        socket.setHandshakeIvl((int) ZmqSockets.HANDSHAKE_TIMEOUT.toMillis()); // disconnects silent strangers
        socket.setLinger(0);
        if (session.bufferSizeBytes() > 0) {
            socket.setSendBufferSize(session.bufferSizeBytes());
        }
        try {
            socket.bind(protocol.newEndpoint(session.scratchDirectory()));
        } catch (ZMQException e) {
            try (context) {
                socket.close();
            }
            throw new IOException("cannot bind a PUB socket: " + e.getMessage(), e);
        }
        Publisher publisher = new Publisher(context, socket, protocol, socket.getLastEndpoint());
        try {
            protocol.verifyBound(publisher.address());
        } catch (IOException e) {
            publisher.close();
            throw e;
        }
        return publisher;
    }

    @Override
    public Subscription subscribe(Session session, String address, WhenFull whenFull) throws IOException {
        ZMQ.Context context = ZMQ.context(1);
        ZMQ.Socket socket = context.socket(SocketType.SUB);
        Subscriber subscriber = new Subscriber(context, socket, AlignedMemory.allocate(session.maxMessageBytes()));
        socket.setRcvHWM(mark(session, whenFull));
        socket.setConflate(whenFull.policy() == WhenFull.Policy.DROP_OLDEST);
        socket.setLinger(0);
        socket.setHandshakeIvl((int) ZmqSockets.HANDSHAKE_TIMEOUT.toMillis());
        socket.setPlainUsername(ZmqSockets.USER);
        socket.setPlainPassword(ZmqSockets.password(session.token().clientProof()));
        if (session.bufferSizeBytes() > 0) {
            socket.setReceiveBufferSize(session.bufferSizeBytes());
        }
        socket.subscribe(new byte[0]);
        try {
            new ZmqSockets.PolledConnection(socket, session.connectTimeout()).make(address);
        } catch (IOException e) {
            subscriber.close();
            throw e;
        }
        return subscriber;
    }

    /** The library queues a message and sends it on another thread, so every message needs memory of its own. */
    private record Publisher(ZMQ.Context context, ZMQ.Socket socket, ZmqProtocol protocol, String address)
            implements Publication {
        @Override
        public void publish(ByteBuffer message) throws IOException {
            byte[] copy = new byte[message.remaining()];
            message.get(message.position(), copy);
            if (!socket.send(copy)) {
                throw new IOException("ZeroMQ did not take the message, errno " + socket.errno());
            }
        }

        @Override
        public void close() throws IOException {
            try (context) {
                socket.close();
            } finally {
                protocol.unlink(address);
            }
        }
    }

    private record Subscriber(ZMQ.Context context, ZMQ.Socket socket, ByteBuffer incoming) implements Subscription {
        @Override
        public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
            int millis = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNanos));
            if (socket.getReceiveTimeOut() != millis) {
                socket.setReceiveTimeOut(millis);
            }
            incoming.clear();
            return socket.recvByteBuffer(incoming, 0) == FAILED ? null : incoming.flip();
        }

        @Override
        public void close() {
            try (context) {
                socket.close();
            }
        }
    }
}
