package org.ipcbench.transports.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ByteChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transports.stream.SocketListener.Acceptor;

/**
 * One listening socket for all connections of a session, as servers have it. A thread accepts, so that the socket's queue is emptied
 * however slowly clients send their proofs; each client goes to the listener of the connection that it names.
 *
 * @param <S> the library's socket
 */
final class SharedListener<S extends ByteChannel> {
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
        return IntStream.range(0, connections).<Listener>mapToObj(Place::new).toList();
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
