package org.ipcbench.transports.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.MultiplexedListeners;
import org.ipcbench.transports.stream.SocketListener.Acceptor;

/**
 * New connections at a listening socket; some of them are those of the session's clients. Each has a separate thread that reads its
 * proof, so that a silent connection does not block the others. A client that gets no CPU time has the whole time for connecting; only if
 * there are too many connections at once, the oldest one is closed for the next one.
 *
 * @param <S> the library's socket
 */
final class PendingConnections<S extends ByteChannel> {
    /**
     * Maximum number of simultaneous connections besides those of further clients: low enough for a usual limit of descriptors; some
     * libraries need several descriptors per socket.
     */
    private static final int MAX_PENDING = 64;

    /** Minimum time for a connection to send its proof, even if many others follow: a client has its proof ready. */
    private static final Duration MIN_HEARING = Duration.ofSeconds(1);

    private final Session session;
    private final AuthenticatedSocket<S> authenticatedSocket;
    private final Closeable listening;
    private final ExecutorService threads = Executors.newCachedThreadPool(PendingConnections::daemon);
    private final Deque<PendingConnection> present = new ArrayDeque<>();
    private final List<Expected> clients;
    private int number;

    /**
     * Starts without connections.
     *
     * @param session that of the only client, or of all clients if they share the listener
     * @param listening closed as soon as all clients are found, so that no thread waits for further connections
     */
    PendingConnections(Session session, AuthenticatedSocket<S> authenticatedSocket, Closeable listening) {
        this.session = session;
        this.authenticatedSocket = authenticatedSocket;
        this.listening = listening;
        clients = session.sharesListener()
                ? IntStream.range(0, session.connections())
                        .mapToObj(connection -> new Expected(session.connection(connection)))
                        .toList()
                : List.of(new Expected(session));
    }

    /** Accepts until all clients are found or the listening socket is closed; then ends all connections except the clients'. */
    void acceptAll(Acceptor<S> acceptor) throws IOException {
        IOException end = acceptUntilClosed(acceptor);
        clients.forEach(client -> client.refuse(
                new IOException("%s; number of other connections: %d".formatted(client.lack(), number), end)));
        threads.shutdown();
        MultiplexedListeners.closeAll(List.copyOf(present));
    }

    /** Returns the exception that ended accepting. */
    private IOException acceptUntilClosed(Acceptor<S> acceptor) {
        while (true) {
            try {
                add(acceptor.accept());
            } catch (IOException e) {
                return e;
            } catch (RuntimeException | OutOfMemoryError e) { // the latter if there are too many threads
                return new IOException("cannot hear a further connection", e);
            }
        }
    }

    /** Takes a connection over and reads its proof; if there are too many connections, the oldest one is ended. */
    private void add(S connected) throws IOException {
        number++;
        present.removeIf(PendingConnection::hasEnded);
        PendingConnection pending = new PendingConnection(connected);
        present.addLast(pending);
        if (present.size() == MAX_PENDING + clients.size()) {
            present.getFirst().makeRoom();
        }
        threads.execute(pending::hear);
    }

    /**
     * Waits for a client as long as a session waits for connections.
     *
     * @param client its position among those that meet here
     * @throws IOException if the client is not among the connections, or no channel could be made of its connection
     */
    Channel channel(int client) throws IOException {
        return clients.get(client).take();
    }

    /** Ends the connection of a client for which nobody has waited, now or as soon as it comes. */
    void forget(int client) throws IOException {
        clients.get(client).forget();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "pending-connection");
        thread.setDaemon(true);
        return thread;
    }

    private static IOException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return (IOException) new InterruptedIOException("interrupted during authentication").initCause(cause);
    }

    /** A client that is to come. */
    private static final class Expected {
        private final Session session;
        private final CompletableFuture<Channel> channel = new CompletableFuture<>();
        private boolean taken;

        Expected(Session session) {
            this.session = session;
        }

        /** What is wrong as long as it has not come. */
        String lack() {
            String who = session.sharesListener()
                    ? "client %d has not".formatted(session.connection() + 1)
                    : "no client has";
            return who + " proved the session's token";
        }

        boolean isDecided() {
            return channel.isDone();
        }

        Channel take() throws IOException {
            try {
                Channel found = channel.get(session.connectTimeout().toNanos(), TimeUnit.NANOSECONDS);
                synchronized (this) {
                    taken = true;
                }
                return found;
            } catch (ExecutionException e) {
                Throwable reason = Objects.requireNonNull(e.getCause());
                throw new IOException(reason.getMessage(), reason.getCause());
            } catch (TimeoutException e) {
                throw new IOException(lack(), e);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        synchronized <S extends ByteChannel> boolean admit(S proven, AuthenticatedSocket<S> authenticatedSocket) {
            if (isDecided()) {
                return false;
            }
            try {
                return channel.complete(authenticatedSocket.channel(proven, session));
            } catch (IOException | RuntimeException e) {
                refuse(new IOException("the client's connection is of no use", e));
                return false;
            }
        }

        void refuse(IOException reason) {
            channel.completeExceptionally(reason);
        }

        synchronized void forget() throws IOException {
            refuse(new IOException("the listener is closed"));
            if (!taken && !channel.isCompletedExceptionally()) {
                channel.join().close();
            }
        }
    }

    private final class PendingConnection implements Closeable {
        private final S socket;
        private final CountDownLatch heard = new CountDownLatch(1);
        private final long addedNanos = System.nanoTime();
        private boolean admitted;
        private boolean ended;

        PendingConnection(S socket) {
            this.socket = socket;
        }

        boolean hasEnded() {
            return heard.getCount() == 0;
        }

        /** Ends this connection, but not before its minimum time. */
        void makeRoom() throws IOException {
            long leftNanos = MIN_HEARING.toNanos() - (System.nanoTime() - addedNanos);
            try {
                var unused = heard.await(leftNanos, TimeUnit.NANOSECONDS);
                close();
                heard.await();
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        /** Ends this connection unless it is a client's. */
        @Override
        public void close() throws IOException {
            synchronized (PendingConnections.this) {
                if (!admitted) {
                    ended = true;
                    socket.close();
                }
            }
        }

        /** Runs only on this connection's thread, because the socket may belong to the thread that reads from it. */
        private void hear() {
            try {
                if (!admit(position())) {
                    socket.close();
                }
                if (clients.stream().allMatch(Expected::isDecided)) {
                    listening.close();
                }
            } catch (IOException e) {
                clients.forEach(client -> client.refuse(new IOException("a connection cannot be closed", e)));
            } finally {
                heard.countDown();
            }
        }

        /** Returns whether this is the first connection that has proved to be that client's. */
        private boolean admit(OptionalInt position) {
            synchronized (PendingConnections.this) {
                admitted = !ended
                        && position.isPresent()
                        && clients.get(position.getAsInt()).admit(socket, authenticatedSocket);
                return admitted;
            }
        }

        /** The client's position among those that meet here; empty for a stranger. */
        private OptionalInt position() {
            try (Deadline deadline = Deadline.closing(socket, session.connectTimeout())) {
                StreamAuthentication authentication = new StreamAuthentication(socket, socket, session.token());
                if (session.sharesListener()) {
                    return authentication.verifyNumberedClient(clients.size());
                }
                return authentication.verifyClient() ? OptionalInt.of(0) : OptionalInt.empty();
            } catch (IOException e) {
                return OptionalInt.empty(); // the connection was closed, or sent nothing in time, so it is a stranger
            }
        }
    }
}
