package org.ipcbench.transports.zmq;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/**
 * One side's context with its two sockets: PULL, bound, for receiving; PUSH, connected to the other side's PULL. Both sides
 * demand a proof of the session's token in the handshake, so that no other process can send a message.
 */
final class ZmqSockets implements Closeable {
    private static final String USER = "ipcbench";

    /** Messages that the library may queue on one side; its own default. */
    private static final int MAX_QUEUED_MESSAGES = 1000;

    /** Limit in bytes for the queue of large messages, so that it fits into the heap. */
    private static final int MAX_QUEUED_BYTES = 32 << 20;

    /** How long a closing side waits for the other one to take the committed messages. */
    private static final Duration LINGER = Duration.ofSeconds(10);

    /**
     * JeroMQ makes another connection after this time without a handshake, in case it forgets one despite
     * {@link PolledConnection}. Its default of 30 s is longer than the time allowed for connecting.
     */
    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofMillis(500);

    private static final int FOREVER = -1;

    /** The sockets, and the library's pipes and selectors of a connection, at least; 33 were seen. */
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
    static int mostQueued(int messageBytes) {
        return Math.max(1, Math.min(MAX_QUEUED_MESSAGES, MAX_QUEUED_BYTES / messageBytes));
    }

    private ZMQ.Socket socket(SocketType type, Session session) {
        int queued = mostQueued(session.maxMessageBytes());
        ZMQ.Socket socket = context.socket(type);
        socket.setSndHWM(queued);
        socket.setRcvHWM(queued);
        return socket;
    }

    private static byte[] password(byte[] proof) {
        return HexFormat.of().formatHex(proof).getBytes(StandardCharsets.US_ASCII);
    }
}
