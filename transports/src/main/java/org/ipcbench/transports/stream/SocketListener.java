package org.ipcbench.transports.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.jspecify.annotations.Nullable;

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
                Optional<Accepted> client = heard(acceptor.accept(), STRANGERS_HEARING);
                if (client.isPresent()) {
                    return client.get().channel();
                }
            }
        } catch (ClosedChannelException e) {
            throw new IOException("no client has proved the session's token", e);
        }
    }

    /**
     * A client's channel.
     *
     * @param connection the client's number in the session
     */
    record Accepted(int connection, Channel channel) {}

    /** The next connection, of a client or a stranger, for {@link #heard}. */
    S acceptAny() throws IOException {
        return acceptor.accept();
    }

    /** Waits for a connection's proof; a stranger, who has none, is closed. */
    Optional<Accepted> heard(S connected, Duration hearing) throws IOException {
        OptionalInt number = numberInSession(connected, hearing);
        if (number.isEmpty()) {
            connected.close();
            return Optional.empty();
        }
        return Optional.of(new Accepted(
                number.getAsInt(), authenticatedSocket.channel(connected, session.connection(number.getAsInt()))));
    }

    private OptionalInt numberInSession(S connected, Duration hearing) {
        try (Deadline deadline = Deadline.closing(connected, hearing)) {
            StreamAuthentication authentication = new StreamAuthentication(connected, connected, session.token());
            if (session.sharesListener()) {
                return authentication.verifyNumberedClient();
            }
            return authentication.verifyClient() ? OptionalInt.of(session.connection()) : OptionalInt.empty();
        } catch (IOException e) {
            return OptionalInt.empty(); // the connection was closed, or sent nothing in time
        }
    }

    private Channel acceptOnly() throws IOException {
        PendingConnections<S> connections = new PendingConnections<>(session, authenticatedSocket, socket);
        IOException end;
        try (connections;
                Deadline deadline = Deadline.closing(socket, session.connectTimeout())) {
            end = acceptAll(connections);
        }
        return connections.channel(end);
    }

    @Override
    public void close() throws IOException {
        try (leftOver) {
            socket.close();
        }
    }

    /** Returns the exception that ended accepting: the client was found, the time was up, or accepting failed. */
    private IOException acceptAll(PendingConnections<S> connections) throws IOException {
        while (true) {
            S connected;
            try {
                connected = acceptor.accept();
            } catch (IOException e) {
                return e;
            }
            connections.add(connected);
        }
    }

    /**
     * New connections; one of them may be the session's client. Each has a separate thread that reads its proof, so that a
     * silent connection does not block the others. A client that gets no CPU time has the whole time for connecting; only if
     * there are too many connections at once, the oldest one is closed for the next one.
     *
     * @param <S> the library's socket
     */
    private static final class PendingConnections<S extends ByteChannel> implements Closeable {
        /**
         * Maximum number of simultaneous connections: low enough for a usual limit of descriptors; some libraries need several
         * descriptors per socket.
         */
        private static final int MAX_PENDING = 64;

        /** Minimum time for a connection to send its proof, even if many others follow: a client has its proof ready. */
        private static final Duration MIN_HEARING = Duration.ofSeconds(1);

        private final Session session;
        private final AuthenticatedSocket<S> authenticatedSocket;
        private final Closeable listening;
        private final Deque<PendingConnection> present = new ArrayDeque<>();
        private final CompletableFuture<Channel> client = new CompletableFuture<>();
        private @Nullable PendingConnection admitted;
        private int number;

        /**
         * Starts without connections.
         *
         * @param listening closed as soon as the client is found, so that no thread waits for further connections
         */
        PendingConnections(Session session, AuthenticatedSocket<S> authenticatedSocket, Closeable listening) {
            this.session = session;
            this.authenticatedSocket = authenticatedSocket;
            this.listening = listening;
        }

        /** Takes a connection over and reads its proof; if there are too many connections, the oldest one is ended. */
        void add(S connected) throws IOException {
            number++;
            present.removeIf(PendingConnection::hasEnded);
            if (present.size() == MAX_PENDING) {
                present.removeFirst().makeRoom();
            }
            PendingConnection pending = new PendingConnection(connected);
            present.addLast(pending);
            pending.thread.start();
        }

        /**
         * The client's channel, after the last connection has been accepted.
         *
         * @param end why accepting has ended
         * @throws IOException if the client was not among them, or no channel could be made of its connection
         */
        Channel channel(IOException end) throws IOException {
            if (!client.isDone()) {
                throw new IOException(
                        "no client has proved the session's token; number of other connections: " + number, end);
            }
            try {
                return client.get();
            } catch (ExecutionException e) {
                throw new IOException("the client's connection is of no use", e.getCause());
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        /** Ends all connections except the client's. */
        @Override
        public synchronized void close() throws IOException {
            for (PendingConnection pending : present) {
                end(pending);
            }
        }

        /** Returns whether this is the first connection that has proved the token. */
        private synchronized boolean admit(PendingConnection proven) {
            if (proven.ended || client.isDone()) {
                return false;
            }
            try {
                client.complete(authenticatedSocket.channel(proven.socket, session));
                admitted = proven;
                return true;
            } catch (IOException | RuntimeException e) {
                client.completeExceptionally(e);
                return false;
            }
        }

        private static IOException interrupted(InterruptedException cause) {
            Thread.currentThread().interrupt();
            return (IOException) new InterruptedIOException("interrupted during authentication").initCause(cause);
        }

        /** Ends a connection unless it is the client's. */
        private synchronized void end(PendingConnection pending) throws IOException {
            if (!pending.equals(admitted)) {
                pending.ended = true;
                pending.socket.close();
            }
        }

        private final class PendingConnection {
            private final S socket;
            private final Thread thread = new Thread(this::hear, "pending-connection");
            private final long addedNanos = System.nanoTime();
            private boolean ended;

            PendingConnection(S socket) {
                this.socket = socket;
                thread.setDaemon(true);
            }

            boolean hasEnded() {
                return !thread.isAlive();
            }

            /** Ends this connection, but not before its minimum time. */
            void makeRoom() throws IOException {
                Duration heard = Duration.ofNanos(System.nanoTime() - addedNanos);
                try {
                    thread.join(Math.max(1, MIN_HEARING.minus(heard).toMillis())); // 0 would wait for ever
                    end(this);
                    thread.join();
                } catch (InterruptedException e) {
                    throw interrupted(e);
                }
            }

            /** Runs only on this connection's thread, because the socket may belong to the thread that reads from it. */
            private void hear() {
                boolean isClient = belongsToSession() && admit(this);
                try {
                    if (!isClient) {
                        socket.close();
                    }
                    if (client.isDone()) {
                        listening.close();
                    }
                } catch (IOException e) {
                    client.completeExceptionally(e);
                }
            }

            private boolean belongsToSession() {
                try (Deadline deadline = Deadline.closing(socket, session.connectTimeout())) {
                    return new StreamAuthentication(socket, socket, session.token()).verifyClient();
                } catch (IOException e) {
                    return false; // the connection was closed, or sent nothing in time, so it is a stranger
                }
            }
        }
    }
}
