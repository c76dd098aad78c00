package org.ipcbench.transports.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/**
 * Accepts the client that proves the session's token; silent strangers do not block it. If the session keeps listening, the
 * listener accepts one client after the other, and a silent stranger delays the next one for a while.
 *
 * @param <S> the library's socket
 */
public final class SocketListener<S extends ByteChannel> implements Listener {
    /** How long a silent connection delays the next one; a client has its proof ready. */
    private static final Duration STRANGERS_HEARING = Duration.ofSeconds(2);

    private final Closeable socket;
    private final Acceptor<S> acceptor;
    private final String address;
    private final Session session;
    private final AuthenticatedSocket<S> authenticatedSocket;
    private final Closeable leftOver;

    /** Binds a socket to an address that the socket chooses, and returns the address. */
    @FunctionalInterface
    public interface AddressBinding {
        String bind() throws IOException;
    }

    /** Binds a socket to a file, and so makes the file. */
    @FunctionalInterface
    public interface FileBinding {
        void bind(Path file) throws IOException;
    }

    /** A listening socket's way to wait for the next connection. */
    @FunctionalInterface
    public interface Acceptor<S> {
        S accept() throws IOException;
    }

    /**
     * Listens at an address that leaves nothing behind, such as a port.
     *
     * @param socket a new socket, closed if it cannot be bound; closing it ends a waiting {@code acceptor}
     */
    public static <S extends ByteChannel> SocketListener<S> bind(
            Session session,
            Closeable socket,
            AddressBinding binding,
            Acceptor<S> acceptor,
            AuthenticatedSocket<S> authenticatedSocket)
            throws IOException {
        try {
            return new SocketListener<>(socket, acceptor, binding.bind(), session, authenticatedSocket, () -> {});
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Listens at a file in the scratch directory, which is removed with the listener.
     *
     * @param id the transport's
     * @param socket a new socket, closed if it cannot be bound; closing it ends a waiting {@code acceptor}
     */
    public static <S extends ByteChannel> SocketListener<S> bindToFile(
            Session session,
            String id,
            Closeable socket,
            FileBinding binding,
            Acceptor<S> acceptor,
            AuthenticatedSocket<S> authenticatedSocket)
            throws IOException {
        Path file = session.scratchDirectory().resolve(session.nameOf(id) + ".socket");
        try {
            binding.bind(file);
            return new SocketListener<>(
                    socket, acceptor, file.toString(), session, authenticatedSocket, () -> Files.deleteIfExists(file));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Takes the listening socket over. */
    private SocketListener(
            Closeable socket,
            Acceptor<S> acceptor,
            String address,
            Session session,
            AuthenticatedSocket<S> authenticatedSocket,
            Closeable leftOver) {
        this.socket = socket;
        this.acceptor = acceptor;
        this.address = address;
        this.session = session;
        this.authenticatedSocket = authenticatedSocket;
        this.leftOver = leftOver;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Channel accept() throws IOException {
        return session.keepsListening() ? acceptNext() : acceptOnly();
    }

    /** Accepts and authenticates on this thread, so that frequent new connections do not need a thread each. */
    private Channel acceptNext() throws IOException {
        try (Deadline deadline = Deadline.closing(socket, session.connectTimeout())) {
            while (true) {
                S connected = acceptor.accept();
                if (isClient(connected)) {
                    return authenticatedSocket.channel(connected, session);
                }
                connected.close();
            }
        } catch (ClosedChannelException e) {
            throw new IOException("no client has proved the session's token", e);
        }
    }

    private boolean isClient(S connected) {
        try (Deadline deadline = Deadline.closing(connected, STRANGERS_HEARING)) {
            return new StreamAuthentication(connected, connected, session.token()).verifyClient();
        } catch (IOException e) {
            return false; // the connection was closed, or sent nothing in time
        }
    }

    private Channel acceptOnly() throws IOException {
        PendingConnections<S> connections = pending();
        try (Deadline deadline = Deadline.closing(socket, session.connectTimeout())) {
            connections.acceptAll(acceptor);
        }
        return connections.channel(0);
    }

    private PendingConnections<S> pending() {
        return new PendingConnections<>(session, authenticatedSocket, socket);
    }

    /** Listeners of all connections of the session, which meet at this one; the last of them closes it. */
    public List<Listener> shared() {
        return new SharedListener<>(this, acceptor, pending()).listeners(session.connections());
    }

    @Override
    public void close() throws IOException {
        try (leftOver) {
            socket.close();
        }
    }

    /**
     * One listening socket for all connections of a session, as servers have it. A thread accepts, so that the socket's queue is emptied
     * however slowly clients send their proofs; each client goes to the listener of the connection that it names.
     *
     * @param <S> the library's socket
     */
    static final class SharedListener<S extends ByteChannel> {
        private final Listener socket;
        private final Acceptor<S> acceptor;
        private final PendingConnections<S> pending;
        private final AtomicBoolean accepting = new AtomicBoolean();
        private final AtomicInteger open = new AtomicInteger();

        /** @param socket closed with the last listener */
        SharedListener(Listener socket, Acceptor<S> acceptor, PendingConnections<S> pending) {
            this.socket = socket;
            this.acceptor = acceptor;
            this.pending = pending;
        }

        /** A listener for each connection. */
        List<Listener> listeners(int connections) {
            open.set(connections);
            return IntStream.range(0, connections)
                    .<Listener>mapToObj(Place::new)
                    .toList();
        }

        private void acceptAll() {
            try {
                pending.acceptAll(acceptor);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** The listener of a connection. */
        private final class Place implements Listener {
            private final int connection;
            private final AtomicBoolean closed = new AtomicBoolean();

            Place(int connection) {
                this.connection = connection;
            }

            @Override
            public String address() {
                return socket.address();
            }

            @Override
            public Channel accept() throws IOException {
                if (accepting.compareAndSet(false, true)) {
                    Thread thread = new Thread(SharedListener.this::acceptAll, "listener");
                    thread.setDaemon(true);
                    thread.start();
                }
                return pending.channel(connection);
            }

            @Override
            public void close() throws IOException {
                if (closed.compareAndSet(false, true)) {
                    try (Closeable last = open.decrementAndGet() == 0 ? socket : () -> {}) {
                        pending.forget(connection);
                    }
                }
            }
        }
    }
}
