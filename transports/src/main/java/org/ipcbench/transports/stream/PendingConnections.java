package org.ipcbench.transports.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.jspecify.annotations.Nullable;

/**
 * Fresh connections; one of them may be the session's client. Each is heard on a thread of its own, so that one that says
 * nothing keeps none of the others out. A client that gets no CPU time has all the time there is for connecting; only if
 * there are too many connections at once, the one that has been heard longest makes room for the next.
 *
 * @param <S> the library's socket
 */
final class PendingConnections<S extends ByteChannel> implements Closeable {
    /** Most connections at a time: few enough for a usual limit of descriptors; some libraries need several for a socket. */
    private static final int MAX_PENDING = 64;

    /** A connection is heard at least this long, however many come after it: a client has its proof ready. */
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
     * @param listening closed as soon as the client is found, so that nobody waits for further connections
     */
    PendingConnections(Session session, AuthenticatedSocket<S> authenticatedSocket, Closeable listening) {
        this.session = session;
        this.authenticatedSocket = authenticatedSocket;
        this.listening = listening;
    }

    /** Takes a connection over and hears what it has to say; if there are too many, it takes the place of the first of them. */
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
     * The client's channel, once there are no more connections.
     *
     * @param end why there are no more
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

    /** Ends all but the client's. */
    @Override
    public synchronized void close() throws IOException {
        for (PendingConnection pending : present) {
            end(pending);
        }
    }

    /** Tells whether this is the first that has proved the token. */
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

        /** Ends, but not before its time. */
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

        /** On this thread alone: the socket may belong to the one that reads from it. */
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
                return false; // it hung up, or said nothing in time: a stranger like any other
            }
        }
    }
}
