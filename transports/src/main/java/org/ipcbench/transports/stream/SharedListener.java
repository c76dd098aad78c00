package org.ipcbench.transports.stream;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.jspecify.annotations.Nullable;

/**
 * One listening socket for all connections of a session, as servers have it. A thread only accepts, so that the socket's queue is emptied
 * however slowly clients send their proofs; others read these, and hand each client to the listener of the connection that it names.
 *
 * @param <S> the library's socket
 */
public final class SharedListener<S extends ByteChannel> {
    /** Silent strangers that are heard at the same time as all clients; beyond, the connection that is heard longest is closed. */
    private static final int MAX_STRANGERS = 64;

    private final SocketListener<S> socket;
    private final Session session;
    private final ExecutorService threads = Executors.newCachedThreadPool(SharedListener::daemon);
    private final Deque<S> heard = new ArrayDeque<>();

    /** The clients of each connection that were accepted; an empty value says that there will be no more. */
    private final List<BlockingQueue<Optional<Channel>>> accepted;

    private final AtomicBoolean accepting = new AtomicBoolean();
    private final AtomicInteger open;
    private volatile @Nullable IOException end;

    private SharedListener(SocketListener<S> socket, Session session) {
        this.socket = socket;
        this.session = session;
        accepted = IntStream.range(0, session.connections())
                .<BlockingQueue<Optional<Channel>>>mapToObj(number -> new LinkedBlockingQueue<>())
                .toList();
        open = new AtomicInteger(session.connections());
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "listener");
        thread.setDaemon(true);
        return thread;
    }

    /** Takes the socket over, which is closed with the last of these listeners, one for each connection. */
    public static <S extends ByteChannel> List<Listener> of(SocketListener<S> socket, Session session) {
        SharedListener<S> shared = new SharedListener<>(socket, session);
        return IntStream.range(0, session.connections())
                .<Listener>mapToObj(shared::listener)
                .toList();
    }

    private Listener listener(int connection) {
        return new Listener() {
            private final AtomicBoolean closed = new AtomicBoolean();

            @Override
            public String address() {
                return socket.address();
            }

            @Override
            public Channel accept() throws IOException {
                return next(connection);
            }

            @Override
            public void close() throws IOException {
                if (closed.compareAndSet(false, true)) {
                    forget(connection);
                }
            }
        };
    }

    private Channel next(int connection) throws IOException {
        if (accepting.compareAndSet(false, true)) {
            threads.execute(this::acceptAll);
        }
        Optional<Channel> next;
        try {
            next = accepted.get(connection).poll(session.connectTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted before a client came").initCause(e);
        }
        if (next == null || next.isEmpty()) {
            throw new IOException("client %d has not proved the session's token".formatted(connection + 1), end);
        }
        return next.get();
    }

    /** Ends when the socket is closed. */
    private void acceptAll() {
        try {
            while (true) {
                S connected = socket.acceptAny();
                try (CloseOnFailure accepted = new CloseOnFailure()) {
                    accepted.add(connected);
                    remember(connected);
                    threads.execute(() -> hear(connected));
                    accepted.release();
                }
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) { // the last one if there are too many threads
            fail(e);
        }
    }

    private void remember(S connected) throws IOException {
        S oldest = null;
        synchronized (heard) {
            heard.addLast(connected);
            if (heard.size() > session.connections() + MAX_STRANGERS) {
                oldest = heard.removeFirst();
            }
        }
        if (oldest != null) {
            oldest.close();
        }
    }

    private void hear(S connected) {
        try {
            socket.heard(connected, session.connectTimeout())
                    .ifPresent(client -> accepted.get(client.connection()).add(Optional.of(client.channel())));
        } catch (IOException | RuntimeException e) {
            fail(e);
        } finally {
            synchronized (heard) {
                heard.remove(connected);
            }
        }
    }

    private void fail(Throwable reason) {
        end = reason instanceof IOException failure ? failure : new IOException(reason);
        accepted.forEach(clients -> clients.add(Optional.empty()));
    }

    /** Closes what was accepted and not asked for, and the socket after the last listener. */
    private void forget(int connection) throws IOException {
        try {
            for (Optional<Channel> left = accepted.get(connection).poll();
                    left != null;
                    left = accepted.get(connection).poll()) {
                if (left.isPresent()) {
                    left.get().close();
                }
            }
        } finally {
            if (open.decrementAndGet() == 0) {
                socket.close();
                threads.shutdown();
            }
        }
    }
}
