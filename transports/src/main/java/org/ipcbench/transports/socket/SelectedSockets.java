package org.ipcbench.transports.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.function.Consumer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.MultiplexedListeners;
import org.ipcbench.transports.stream.HeaderFirst;
import org.ipcbench.transports.stream.SpinningSource.PatientSink;
import org.ipcbench.transports.stream.SpinningSource.Readiness;
import org.ipcbench.transports.stream.StreamChannel;

/**
 * Sockets that one thread serves with the JDK's selector. The thread reads once from each socket with data, takes all whole
 * messages of these data, and continues with the next socket. If none is left, it asks the kernel again.
 */
final class SelectedSockets implements MultiplexedChannels {
    private final Selector selector;
    private final List<SelectedSocket> sockets;
    private final Consumer<SelectionKey> noting = this::note;
    private final SelectionKey[] ready;
    private int readyEnd;
    private int readyNext;
    /** Index of the socket served last; -1 if there is none yet. */
    private int current = -1;

    private SelectedSockets(Selector selector, List<SelectedSocket> sockets) {
        this.selector = selector;
        this.sockets = List.copyOf(sockets);
        ready = new SelectionKey[sockets.size()];
    }

    /** Combines accepted sockets. */
    static SelectedSockets join(List<Channel> accepted) throws IOException {
        List<SelectedSocket> sockets =
                accepted.stream().map(SelectedSocket.class::cast).toList();
        Selector selector = Selector.open();
        try {
            for (int i = 0; i < sockets.size(); i++) {
                sockets.get(i).register(selector, i);
            }
            return new SelectedSockets(selector, sockets);
        } catch (IOException e) {
            selector.close();
            throw e;
        }
    }

    @Override
    public List<Channel> channels() {
        return List.copyOf(sockets);
    }

    @Override
    public int next(int length) throws IOException {
        if (current >= 0 && sockets.get(current).holds(length)) {
            return current;
        }
        while (true) {
            while (readyNext < readyEnd) {
                SelectionKey key = ready[readyNext++];
                current = (int) key.attachment();
                SelectedSocket socket = sockets.get(current);
                if (socket.isReceivable(length)) {
                    if (socket.hasEnded()) {
                        key.cancel();
                    }
                    return current;
                }
            }
            readyNext = 0;
            readyEnd = 0;
            Readiness.await(selector, noting);
        }
    }

    @Override
    public void close() throws IOException {
        try (selector) {
            MultiplexedListeners.closeAll(sockets);
        }
    }

    private void note(SelectionKey key) {
        ready[readyEnd++] = key;
    }

    /** One of several sockets that one thread serves: reading does not block, and writing waits only for this socket. */
    static final class SelectedSocket implements Channel {
        private final SocketChannel socket;
        private final StreamChannel stream;

        /** Takes the socket over, which is blocking until it is {@linkplain #register registered}. */
        SelectedSocket(SocketChannel socket, ReadableByteChannel source, Session session) {
            this.socket = socket;
            stream = new StreamChannel(
                    source, HeaderFirst.of(new PatientSink(socket), session), session.maxMessageBytes());
        }

        /**
         * Makes a selector report when there is something to read.
         *
         * @param number identifies this socket in the report
         */
        void register(Selector selector, int number) throws IOException {
            socket.configureBlocking(false);
            var unused = socket.register(selector, SelectionKey.OP_READ, number);
        }

        /** Whether another whole message has been read already. */
        boolean holds(int length) {
            return stream.holds(length);
        }

        /** Whether {@link #receive} does not have to wait; reads once if it would have to. */
        boolean isReceivable(int length) throws IOException {
            return stream.isReceivable(length);
        }

        /** Whether the client has closed, which a selector would report again and again. */
        boolean hasEnded() {
            return stream.hasEnded();
        }

        @Override
        public ByteBuffer claim(int length) {
            return stream.claim(length);
        }

        @Override
        public void commit() throws IOException {
            stream.commit();
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            return stream.receive(length);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
