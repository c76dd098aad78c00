package org.ipcbench.transports.inprocess;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.stream.IntStream;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transport.resource.AlignedMemory;
import org.jspecify.annotations.Nullable;

/** One end of a connection between two threads, which hand the memory of each message to each other. */
final class HandoffChannel implements DuplexChannel {
    static final Traits TRAITS = Traits.of(
                    WaitStrategy.BLOCKING,
                    Trait.DATAGRAM,
                    Trait.DETECTS_CLOSE,
                    Trait.IN_PLACE,
                    Trait.DUPLEX,
                    Trait.BETWEEN_THREADS)
            .withQueuedCopies(1) // each direction has one message at the taker, and one that is being made
            .withSizeLimit(new SizeLimit(1 << 29, ""));

    private final Handoff outgoing;
    private final Handoff incoming;
    private final Room room;
    private final ByteBuffer sent;
    private final ByteBuffer received;
    private boolean closed;

    HandoffChannel(Handoff outgoing, Handoff incoming, Room room) {
        this.outgoing = outgoing;
        this.incoming = incoming;
        this.room = room;
        sent = outgoing.memory().view();
        received = incoming.memory().view();
    }

    @Override
    public Room room(int messageBytes) {
        return room;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        requireOpen();
        return outgoing.next().in(sent, length);
    }

    @Override
    public void commit() throws IOException {
        requireOpen();
        if (outgoing.isClosed()) {
            throw new IOException("the other side has closed the connection");
        }
        try {
            outgoing.give();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        requireOpen();
        Parcel parcel;
        try {
            parcel = incoming.take();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        if (parcel == null) {
            requireOpen();
            throw new EOFException("the other side has closed the connection");
        }
        if (parcel.length != length) {
            throw new WrongLengthException(parcel.length, length);
        }
        return parcel.in(received, length);
    }

    private void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    private static IOException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new IOException("interrupted while waiting for the other thread", cause);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            outgoing.end();
            incoming.refuse();
        }
    }

    /** One direction. One thread gives, and another one takes; what was taken is valid until the next call of {@link #take}. */
    interface Handoff {
        Memory memory();

        /** The parcel that is given next; the same one until then. */
        Parcel next();

        /** Hands the next parcel over, and waits until there is room. */
        void give() throws InterruptedException;

        /** Waits for the next parcel; null if the giver has closed, and everything was taken. */
        @Nullable
        Parcel take() throws InterruptedException;

        /** Called by the giver: nothing follows. */
        void end();

        /** Called by the taker: a giver that waits for room need not wait any more. */
        void refuse();

        /** Whether either side has closed. */
        boolean isClosed();
    }

    /** The memory of a direction, in parts of which each holds a message. */
    static final class Memory {
        private static final int LINE_BYTES = 64;

        private final ByteBuffer whole;
        private final List<Parcel> parcels;

        Memory(int number, int maxMessageBytes) {
            int bytes = (maxMessageBytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
            whole = AlignedMemory.allocate(Math.multiplyExact(number, bytes));
            parcels = IntStream.range(0, number)
                    .mapToObj(i -> new Parcel(i * bytes))
                    .toList();
        }

        Parcel parcel(int number) {
            return parcels.get(number);
        }

        int parcels() {
            return parcels.size();
        }

        private ByteBuffer view() {
            return whole.duplicate().order(whole.order());
        }
    }

    /** A part of the memory, and the length of the message that it holds. */
    static final class Parcel {
        private final int offset;
        private int length;

        Parcel(int offset) {
            this.offset = offset;
        }

        private ByteBuffer in(ByteBuffer view, int bytes) {
            length = bytes;
            return view.limit(offset + bytes).position(offset);
        }
    }
}
