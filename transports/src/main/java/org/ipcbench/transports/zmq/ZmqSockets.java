package org.ipcbench.transports.zmq;

import java.io.Closeable;
import java.io.IOException;
import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import zmq.ZError;

/**
 * One side's context with its two sockets: PULL, bound, for receiving; PUSH, connected to the other side's PULL. Both sides
 * demand a proof of the session's token in the handshake, so that no other process can send a message.
 */
final class ZmqSockets implements Closeable {
    static final String USER = "ipcbench";

    /** Messages that the library may queue on one side; its own default. */
    private static final int MAX_QUEUED_MESSAGES = 1000;

    /** Limit in bytes for the queue of large messages, so that it fits into the heap. */
    static final int MAX_QUEUED_BYTES = 32 << 20;

    /** How long a closing side waits for the other one to take the committed messages. */
    private static final Duration LINGER = Duration.ofSeconds(10);

    /**
     * JeroMQ makes another connection after this time without a handshake, in case it forgets one despite
     * {@link PolledConnection}. Its default of 30 s is longer than the time allowed for connecting.
     */
    static final Duration HANDSHAKE_TIMEOUT = Duration.ofMillis(500);

    private static final int FOREVER = -1;

    /** The sockets, and the library's pipes and selectors of a connection, at least; in practice 33. */
    static final int DESCRIPTORS = 25;

    private final Duration timeout;
    private final ZMQ.Context context = ZMQ.context(1);
    private final ZMQ.Socket inbound;
    private final ZMQ.Socket outbound;
    private final ListeningSocket listening = new ListeningSocket();
    private final ZmqProtocol protocol;
    /** The address where this side receives; kept, because a closed socket does not have it any more. */
    private final String endpoint;

    private boolean closed;

    /**
     * Binds the inbound socket.
     *
     * @param protocol the protocol below ZeroMQ
     * @param demanded the proof that a connection to this side needs
     * @param shown this side's own proof
     */
    ZmqSockets(Session session, ZmqProtocol protocol, byte[] demanded, byte[] shown) throws IOException {
        timeout = session.connectTimeout();
        this.protocol = protocol;
        ZmqAuthentication.start(context, password(demanded));
        inbound = socket(SocketType.PULL, session);
        if (session.bufferSizeBytes() > 0) {
            inbound.setReceiveBufferSize(session.bufferSizeBytes()); // the JDK's listening sockets have no send buffer
        }
        inbound.setPlainServer(true);
        inbound.setHandshakeIvl((int) HANDSHAKE_TIMEOUT.toMillis()); // disconnects silent strangers
        inbound.setSelectorChooser((address, options) -> listening);
        inbound.bind(protocol.newEndpoint(session.scratchDirectory()));
        endpoint = inbound.getLastEndpoint();
        outbound = socket(SocketType.PUSH, session);
        if (session.bufferSizeBytes() > 0) {
            outbound.setSendBufferSize(session.bufferSizeBytes());
        }
        outbound.setPlainUsername(USER);
        outbound.setPlainPassword(password(shown));
        outbound.setHandshakeIvl((int) HANDSHAKE_TIMEOUT.toMillis());
        try {
            protocol.verifyBound(endpoint);
        } catch (IOException e) {
            abandon();
            throw e;
        }
    }

    static ZmqSockets ofServer(Session session, ZmqProtocol protocol) throws IOException {
        Token token = session.token();
        return new ZmqSockets(session, protocol, token.clientProof(), token.serverProof());
    }

    static ZmqSockets ofClient(Session session, ZmqProtocol protocol) throws IOException {
        Token token = session.token();
        return new ZmqSockets(session, protocol, token.serverProof(), token.clientProof());
    }

    /** The address where this side receives. */
    String endpoint() {
        return endpoint;
    }

    /** The client's side: connects with its proof to the server's address, and waits until the server has done so. */
    void proveToServer(String address) throws IOException {
        connectTo(address);
        sayHello();
        awaitHello();
    }

    /** The server's side: waits for the client that belongs to the session, and connects to it with the server's proof. */
    void verifyClient() throws IOException {
        connectTo(awaitHello());
        sayHello();
    }

    /** Connects to the other side's address. */
    void connectTo(String otherEndpoint) throws IOException {
        new PolledConnection(outbound, timeout).make(otherEndpoint);
    }

    /** Sends the address where this side receives. There is no queue for it after the other side has refused the proof. */
    void sayHello() throws IOException {
        outbound.setSendTimeOut(Math.toIntExact(timeout.toMillis()));
        boolean said = outbound.send(endpoint.getBytes(StandardCharsets.UTF_8));
        outbound.setSendTimeOut(FOREVER);
        if (!said) {
            throw new IOException(
                    "the other side has not taken the session's token within " + timeout.toSeconds() + " s");
        }
    }

    /**
     * Waits for the other side's hello, which has the address where that side receives; from then on no other connection is
     * accepted.
     */
    String awaitHello() throws IOException {
        inbound.setReceiveTimeOut(Math.toIntExact(timeout.toMillis()));
        byte[] hello = inbound.recv();
        inbound.setReceiveTimeOut(FOREVER);
        if (hello == null) {
            throw new IOException("nobody has proved the session's token within " + timeout.toSeconds() + " s");
        }
        protocol.unlink(endpoint);
        listening.close();
        return new String(hello, StandardCharsets.UTF_8);
    }

    ZMQ.Socket inbound() {
        return inbound;
    }

    ZMQ.Socket outbound() {
        return outbound;
    }

    /** Closes both sockets. Waits until the sent messages have left, or {@link #LINGER} is over. */
    @Override
    public void close() throws IOException {
        close(LINGER);
    }

    /** Closes both sockets without waiting for queued messages. */
    void abandon() throws IOException {
        close(Duration.ZERO);
    }

    private void close(Duration linger) throws IOException {
        if (!closed) {
            closed = true;
            outbound.setLinger((int) linger.toMillis());
            outbound.close();
            inbound.close();
            context.close();
            protocol.unlink(endpoint);
        }
    }

    /** Messages of a size that the library may queue on one side. */
    static int mostQueued(long messageBytes) {
        return (int) Math.max(1, Math.min(MAX_QUEUED_MESSAGES, MAX_QUEUED_BYTES / messageBytes));
    }

    private ZMQ.Socket socket(SocketType type, Session session) {
        int queued = mostQueued(session.maxMessageBytes());
        ZMQ.Socket socket = context.socket(type);
        socket.setSndHWM(queued);
        socket.setRcvHWM(queued);
        return socket;
    }

    static byte[] password(byte[] proof) {
        return HexFormat.of().formatHex(proof).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Authentication of all connections to the sockets of one context, by the ZeroMQ authentication protocol (RFC 27) with a
     * password in the PLAIN handshake. The thread runs until the context is closed.
     */
    static final class ZmqAuthentication {
        private static final String ENDPOINT = "inproc://zeromq.zap.01";
        private static final int SEQUENCE_FRAME = 1;
        private static final int PASSWORD_FRAME = 7;
        private static final int PLAIN_FRAMES = 8;

        private final ZMQ.Socket socket;
        private final byte[] password;

        private ZmqAuthentication(ZMQ.Socket socket, byte[] password) {
            this.socket = socket;
            this.password = password;
        }

        /** Starts the handler; must be called before any socket of the context is bound. */
        static void start(ZMQ.Context context, byte[] password) {
            ZMQ.Socket socket = context.socket(SocketType.REP);
            socket.bind(ENDPOINT);
            Thread thread = new Thread(new ZmqAuthentication(socket, password)::run, "zap");
            thread.setDaemon(true);
            thread.start();
        }

        private void run() {
            try (socket) {
                while (true) {
                    answer(receiveRequest());
                }
            } catch (ZMQException e) {
                if (e.getErrorCode() != ZError.ETERM) {
                    throw e;
                }
            }
        }

        private List<byte[]> receiveRequest() {
            List<byte[]> frames = new ArrayList<>();
            do {
                frames.add(socket.recv());
            } while (socket.hasReceiveMore());
            return frames;
        }

        private void answer(List<byte[]> request) {
            boolean allowed = request.size() == PLAIN_FRAMES && Token.matches(password, request.get(PASSWORD_FRAME));
            socket.sendMore("1.0");
            socket.sendMore(request.get(SEQUENCE_FRAME));
            socket.sendMore(allowed ? "200" : "400");
            socket.sendMore(allowed ? "OK" : "failed authentication");
            socket.sendMore("");
            socket.send("".getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Captures the socket on which a ZeroMQ socket listens, to close it without its connections: if JeroMQ unbinds, it also
     * ends the connections that were accepted there. The socket is closed when JeroMQ's thread next polls for events.
     */
    private static final class ListeningSocket extends SelectorProvider implements Closeable {
        private final SelectorProvider system = SelectorProvider.provider();
        private @Nullable ServerSocketChannel socket;

        @Override
        public ServerSocketChannel openServerSocketChannel() throws IOException {
            socket = system.openServerSocketChannel();
            return socket;
        }

        @Override
        public ServerSocketChannel openServerSocketChannel(ProtocolFamily family) throws IOException {
            socket = system.openServerSocketChannel(family);
            return socket;
        }

        /** Closes the socket, so that no further connection is accepted; does nothing if there is no listening socket. */
        @Override
        public void close() throws IOException {
            if (socket != null) {
                socket.close();
            }
        }

        @Override
        public SocketChannel openSocketChannel() throws IOException {
            return system.openSocketChannel();
        }

        @Override
        public DatagramChannel openDatagramChannel() throws IOException {
            return system.openDatagramChannel();
        }

        @Override
        public DatagramChannel openDatagramChannel(ProtocolFamily family) throws IOException {
            return system.openDatagramChannel(family);
        }

        @Override
        public Pipe openPipe() throws IOException {
            return system.openPipe();
        }

        @Override
        public AbstractSelector openSelector() throws IOException {
            return system.openSelector();
        }
    }

    /**
     * The connection of a connecting socket, made in a way that ensures that JeroMQ polls it. JeroMQ 0.7.0 forgets a new
     * connection (zeromq/jeromq#1022) if its thread finds, in the same round, that the connection is made and that a command is
     * waiting. A connection to a Unix domain socket is made at once, in the round that takes the command to connect; over TCP
     * it is made in the next round, where a late signal of that command may still be pending. So this class makes the first
     * attempt fail, after the command has been given and when no other command will follow. JeroMQ's thread then sets a timer
     * for the second attempt, in whose round only the connection is waiting.
     */
    static final class PolledConnection {
        /**
         * Time until the second attempt. JeroMQ's default of 100 ms is for networks. The time doubles for each further attempt.
         */
        private static final Duration SECOND_ATTEMPT_AFTER = Duration.ofMillis(1);

        private static final Duration MAX_INTERVAL = Duration.ofMillis(100);

        private final ZMQ.Socket socket;
        private final Duration timeout;
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch made = new CountDownLatch(1);
        /** Used only by JeroMQ's thread. */
        private boolean attempted;

        /** Takes a socket that has not been connected; also sets some of its options. */
        PolledConnection(ZMQ.Socket socket, Duration timeout) {
            this.socket = socket;
            this.timeout = timeout;
        }

        /** Makes the connection. Returns when it is made, which is before authentication. */
        void make(String endpoint) throws IOException {
            socket.setReconnectIVL((int) SECOND_ATTEMPT_AFTER.toMillis());
            socket.setReconnectIVLMax((int) MAX_INTERVAL.toMillis());
            socket.setSelectorChooser((address, options) -> attempt());
            socket.setEventHook(event -> made.countDown(), ZMQ.EVENT_CONNECTED);
            socket.connect(endpoint);
            asked.countDown();
            try {
                if (!made.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IOException("no connection to %s within %d s".formatted(endpoint, timeout.toSeconds()));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while connecting to " + endpoint, e);
            }
        }

        /** Called by JeroMQ's thread for every attempt; an exception makes the attempt fail. */
        private SelectorProvider attempt() {
            if (!attempted) {
                attempted = true;
                awaitEndOfCommand();
                throw new IllegalStateException("the second attempt is to connect");
            }
            return SelectorProvider.provider();
        }

        private void awaitEndOfCommand() {
            try {
                asked.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
