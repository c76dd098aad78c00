package org.ipcbench.transports.stream;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/**
 * Accepts the one client that proves the session's token; strangers that say nothing keep nobody out.
 *
 * @param <S> the library's socket
 */
public final class SocketListener<S extends ByteChannel> implements Listener {
    private final Closeable socket;
    private final Acceptor<S> acceptor;
    private final String address;
    private final Session session;
    private final AuthenticatedSocket<S> provenSocket;
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
            AuthenticatedSocket<S> provenSocket,
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
        Candidates<S> candidates = new Candidates<>(session, provenSocket, socket);
        IOException end;
        try (candidates;
                Deadline deadline = Deadline.closing(socket, session.connectTimeout())) {
            end = acceptAll(candidates);
        }
        return candidates.channel(end);
    }

    @Override
    public void close() throws IOException {
        try (leftOver) {
            socket.close();
        }
    }

    /** Returns why there are no more: because one of them was the client, or the time was up, or for a trouble of its own. */
    private IOException acceptAll(Candidates<S> candidates) throws IOException {
        while (true) {
            S connected;
            try {
                connected = acceptor.accept();
            } catch (IOException e) {
                return e;
            }
            candidates.add(connected);
        }
    }
}
