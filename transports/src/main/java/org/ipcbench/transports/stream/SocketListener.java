package org.ipcbench.transports.stream;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/**
 * Accepts the one client that proves the session's token; each stranger costs it at most a second.
 *
 * @param <S> the library's socket
 */
public final class SocketListener<S extends ByteChannel> implements Listener {
    private static final Duration STRANGER_TIMEOUT = Duration.ofSeconds(1);

    private final Closeable socket;
    private final Acceptor<S> acceptor;
    private final String address;
    private final Session session;
    private final ProvenSocket<S> provenSocket;
    private final Closeable leftOver;

    /** A listening socket's way to wait for the next connection. */
    @FunctionalInterface
    public interface Acceptor<S> {
        S accept() throws IOException;
    }

    /**
     * Takes the listening socket over.
     *
     * @param socket closing it ends a waiting {@code acceptor}
     * @param address where it listens
     * @param leftOver removes what the bound address leaves in the file system
     */
    public SocketListener(
            Closeable socket,
            Acceptor<S> acceptor,
            String address,
            Session session,
            ProvenSocket<S> provenSocket,
            Closeable leftOver) {
        this.socket = socket;
        this.acceptor = acceptor;
        this.address = address;
        this.session = session;
        this.provenSocket = provenSocket;
        this.leftOver = leftOver;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Channel accept() throws IOException {
        try (Deadline deadline = Deadline.closing(socket, session.connectTimeout())) {
            while (true) {
                S connected = acceptor.accept();
                if (belongsToSession(connected)) {
                    return provenSocket.channel(connected, session);
                }
                connected.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (leftOver) {
            socket.close();
        }
    }

    private boolean belongsToSession(S connected) {
        try (Deadline deadline = Deadline.closing(connected, STRANGER_TIMEOUT)) {
            return new TokenExchange(connected, connected, session.token()).verifyClient();
        } catch (IOException e) {
            return false; // it hung up, or said nothing in time: a stranger like any other
        }
    }
}
