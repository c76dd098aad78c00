package org.ipcbench.peer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * A channel that opens a new connection for every message and its answer. A connection is closed just before the next
 * one is opened, so that the time of an exchange ends with the answer, and the rate includes the closing.
 */
final class ReopenedChannel implements Channel {
    private final NextConnection next;
    private final Closeable origin;
    private final boolean sendsFirst;
    private @Nullable Channel current;

    /** Opens the next connection. */
    @FunctionalInterface
    private interface NextConnection {
        Channel open() throws IOException;
    }

    private ReopenedChannel(NextConnection next, Closeable origin, boolean sendsFirst) {
        this.next = next;
        this.origin = origin;
        this.sendsFirst = sendsFirst;
    }

    /** Connects the client's side of a workload: one connection, or one for every message. */
    static Channel connect(Workload workload, Transport transport, Session session, String address) throws IOException {
        return workload.reconnects()
                ? new ReopenedChannel(() -> transport.connect(session, address), () -> {}, true)
                : transport.connect(session, address);
    }

    /**
     * Accepts the server's side of a workload. The listener and its files are removed as soon as no more clients are
     * expected.
     */
    static Channel accept(Workload workload, Listener listener) throws IOException {
        if (workload.reconnects()) {
            return new ReopenedChannel(listener::accept, listener, false);
        }
        try (listener) {
            return listener.accept();
        }
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        return channel(sendsFirst).claim(length);
    }

    @Override
    public void commit() throws IOException {
        channel(false).commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        return channel(!sendsFirst).receive(length);
    }

    @Override
    public void close() throws IOException {
        try (origin) {
            closeCurrent();
        }
    }

    /**
     * @param begins whether a new exchange begins, which opens a new connection
     */
    private Channel channel(boolean begins) throws IOException {
        Channel open = current;
        if (begins || open == null) {
            closeCurrent();
            open = next.open();
            current = open;
        }
        return open;
    }

    private void closeCurrent() throws IOException {
        Channel open = current;
        current = null;
        if (open != null) {
            open.close();
        }
    }
}
