package org.ipcbench.transports.agrona;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.MappedTransport.MappedChannel;
import org.ipcbench.transports.mapped.RingPair;
import org.ipcbench.transports.mapped.SharedRing;
import org.ipcbench.transports.shared.MultiplexedListeners;

/**
 * The server's end of the ring into which all its clients write. The type of a message identifies its client.
 *
 * <p>A client that dies between claim and commit leaves a message that is never completed, and all messages after it stay
 * unread. Agrona's {@code unblock} would skip it, but cannot distinguish a dead client from a slow one, whose message would
 * be lost silently. So {@code unblock} is never called: the death of a client fails the iteration.
 */
final class MultiplexedRing implements MultiplexedChannels {
    private final SharedRing shared;
    private final RingMessages reading;
    private final List<SharedRingChannel> channels = new ArrayList<>();
    private int nextLook;
    private boolean closed;

    /** Listens for a connection; the given function makes its channel. */
    @FunctionalInterface
    interface AnswerListener {
        Listener listen(Session connection, MappedChannel accepted) throws IOException;
    }

    /**
     * The address to which a client connects.
     *
     * @param own the client's own file, with the page for authentication and the ring of its answers
     * @param shared the file of the ring into which all clients write
     */
    record Address(String own, String shared) {
        private static final String SEPARATOR = " ";

        String text() {
            return own + SEPARATOR + shared;
        }

        /** The address in this text; empty if the client has two separate rings. */
        static Optional<Address> parse(String text) {
            String[] parts = text.split(SEPARATOR, -1);
            return parts.length == 2 ? Optional.of(new Address(parts[0], parts[1])) : Optional.empty();
        }
    }

    private MultiplexedRing(SharedRing shared) {
        this.shared = shared;
        MappedByteBuffer memory = shared.ring().slotMemory();
        reading = new RingMessages(memory, new ManyToOneRingBuffer(new UnsafeBuffer(memory)));
    }

    /** The unique type of a connection's messages; Agrona requires it to be positive. */
    static int type(int connection) {
        return connection + 1;
    }

    /** Listens for all connections of a session, and takes the ring over. */
    static MultiplexedListener listen(Session session, SharedRing shared, AnswerListener answers) throws IOException {
        MultiplexedRing ring = new MultiplexedRing(shared);
        try {
            return new SharingListener(
                    shared,
                    MultiplexedListeners.open(
                            session,
                            connection -> answers.listen(
                                    connection,
                                    (rings, polling) ->
                                            new SharedRingChannel(ring.reading, type(connection.connection()), rings)),
                            ring::over));
        } catch (IOException e) {
            shared.close();
            throw e;
        }
    }

    private MultiplexedRing over(List<Channel> accepted) {
        accepted.forEach(channel -> channels.add((SharedRingChannel) channel));
        return this;
    }

    @Override
    public List<Channel> channels() {
        return List.copyOf(channels);
    }

    @Override
    public int next(int length) throws IOException {
        if (closed) { // the memory may be gone
            throw new ClosedChannelException();
        }
        boolean there = reading.advance();
        while (!there) {
            if (channels.get(nextLook).isNewlyEnded()) {
                return nextLook;
            }
            nextLook = nextLook + 1 < channels.size() ? nextLook + 1 : 0;
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while waiting for a client's message");
            }
            Thread.onSpinWait();
            there = reading.look();
        }
        return place();
    }

    private int place() throws IOException {
        int place = reading.type() - type(0);
        if (place < 0 || place >= channels.size()) {
            throw new IOException("a message of the type %d, which none of %d clients sends"
                    .formatted(reading.type(), channels.size()));
        }
        return place;
    }

    /**
     * Frees the ring if all clients have closed, because several sessions could fill the memory before the next garbage
     * collection.
     */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (shared) {
            MultiplexedListeners.closeAll(channels);
            if (channels.stream().allMatch(SharedRingChannel::clientClosedFirst)) {
                shared.free();
            }
        }
    }

    /** The listener that owns the ring until all clients have connected. */
    private static final class SharingListener implements MultiplexedListener {
        private final SharedRing shared;
        private final MultiplexedListener listeners;
        private boolean accepted;

        SharingListener(SharedRing shared, MultiplexedListener listeners) {
            this.shared = shared;
            this.listeners = listeners;
        }

        @Override
        public List<String> addresses() {
            return listeners.addresses().stream()
                    .map(own -> new Address(own, shared.address()).text())
                    .toList();
        }

        @Override
        public MultiplexedChannels accept() throws IOException {
            MultiplexedChannels channels = listeners.accept();
            accepted = true;
            return channels;
        }

        @Override
        public void close() throws IOException {
            try (Closeable unaccepted = accepted ? () -> {} : shared) {
                listeners.close();
            }
        }
    }

    /** The server's channel to a client that shares a ring with other clients; the answers use a separate ring. */
    private static final class SharedRingChannel implements Channel {
        private final RingMessages reading;
        private final int type;
        private final AgronaWriter outgoing;
        private final Cursor writer;
        private final Cursor reader;
        private final RingPair rings;
        private boolean ended;
        private boolean closed;
        private boolean clientClosedFirst;

        /**
         * Takes the client's own rings over.
         *
         * @param reading reads the ring that all clients share
         * @param type type of this client's messages in the shared ring
         */
        SharedRingChannel(RingMessages reading, int type, RingPair rings) {
            this.reading = reading;
            this.type = type;
            this.rings = rings;
            outgoing = AgronaWriter.into(rings.outgoing());
            writer = rings.incoming().head();
            reader = rings.incoming().tail();
        }

        /** Whether the client has closed and left no messages; true only once. */
        boolean isNewlyEnded() {
            if (ended || !writer.isClosed() || !reading.isEmpty()) {
                return false;
            }
            ended = true;
            return true;
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            requireOpen();
            reading.release();
            return outgoing.claim(length);
        }

        @Override
        public void commit() {
            outgoing.commit();
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            requireOpen();
            if (reading.shows(type)) {
                return reading.message(length);
            }
            if (ended) {
                throw new EOFException("the client has closed the ring");
            }
            throw new IOException("the next message in the ring is not this client's");
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                reading.release();
                clientClosedFirst = writer.isClosed();
                reader.close();
                outgoing.close();
                rings.close();
            }
        }

        /** Whether the client had closed before this end did, and so does not use the memory any more. */
        boolean clientClosedFirst() {
            return clientClosedFirst;
        }

        /** Fails if the channel is closed, because its memory may be gone. */
        private void requireOpen() throws ClosedChannelException {
            if (closed) {
                throw new ClosedChannelException();
            }
        }
    }
}
