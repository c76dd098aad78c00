package org.ipcbench.transports.stream;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.util.function.Consumer;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.SpinLoop;

/**
 * The source of messages over a socket that does not block: reads again and again for some time, then sleeps in a selector.
 * Waking up takes a call more than in a blocking read, because the selector only reports that there are bytes to read.
 */
public final class SpinningSource implements ReadableByteChannel {
    private final SocketChannel socket;
    private final Selector readable;
    private final SpinLoop spin;

    private SpinningSource(SocketChannel socket, Selector readable, SpinLoop spin) {
        this.socket = socket;
        this.readable = readable;
        this.spin = spin;
    }

    /** Makes the socket non-blocking, so that writing needs a {@link PatientSink}. */
    public static SpinningSource of(SocketChannel socket, Session session) throws IOException {
        socket.configureBlocking(false);
        Selector readable = Selector.open();
        try {
            var unused = socket.register(readable, SelectionKey.OP_READ);
            return new SpinningSource(socket, readable, new SpinLoop(session));
        } catch (IOException e) {
            readable.close();
            throw e;
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        spin.begin();
        while (spin.lasts()) {
            int read = socket.read(target);
            if (read != 0) {
                return read;
            }
        }
        Readiness.await(readable, key -> {});
        return socket.read(target);
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    /** Closes the socket first: the kernel's socket ends with the selector in which it is registered. */
    @Override
    public void close() throws IOException {
        try (readable) {
            socket.close();
        }
    }

    /**
     * The sink of messages over a socket that does not block: waits for room in the kernel's buffer, as a blocking socket does.
     */
    public static final class PatientSink implements WritableByteChannel {
        private final SocketChannel socket;

        public PatientSink(SocketChannel socket) {
            this.socket = socket;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            int written = socket.write(bytes);
            if (written == 0 && bytes.hasRemaining()) {
                awaitRoom();
            }
            return written;
        }

        /**
         * Waits with a separate selector, which is closed afterwards; otherwise each of many clients would keep two descriptors.
         */
        private void awaitRoom() throws IOException {
            try (Selector writable = Selector.open()) {
                var unused = socket.register(writable, SelectionKey.OP_WRITE);
                Readiness.await(writable, key -> {});
            }
        }

        @Override
        public boolean isOpen() {
            return socket.isOpen();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** Waits in the kernel for sockets that do not block. */
    public static final class Readiness {
        private Readiness() {}

        /** Waits until a channel is ready, or the thread is interrupted. */
        public static void await(Selector selector, Consumer<SelectionKey> action) throws IOException {
            try {
                var unused = selector.select(action);
            } catch (ClosedSelectorException e) { // another thread has closed the channel
                ClosedChannelException closed = new ClosedChannelException();
                closed.initCause(e);
                throw closed;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while waiting for other sides");
            }
        }
    }
}
