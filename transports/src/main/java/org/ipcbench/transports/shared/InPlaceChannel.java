package org.ipcbench.transports.shared;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Room;

/** Two rings, one for sending and one for receiving; messages are written and read directly in their memory. */
public sealed class InPlaceChannel implements Channel {
    private final Closeable memory;
    private final Room.Source room;
    private InPlaceWriter outgoing;
    private InPlaceReader incoming;
    /** What returns its last message before this side waits for room. */
    private InPlaceReader returning;

    /**
     * A channel over the ends of two rings.
     *
     * @param memory closed after both ends
     * @param room what both rings hold
     */
    public InPlaceChannel(InPlaceWriter outgoing, InPlaceReader incoming, Closeable memory, Room.Source room) {
        this.outgoing = outgoing;
        this.incoming = incoming;
        returning = incoming;
        this.memory = memory;
        this.room = room;
    }

    @Override
    public Room room(int messageBytes) throws IOException {
        return room.of(messageBytes);
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        returning.release();
        return outgoing.claim(length);
    }

    @Override
    public void commit() throws IOException {
        outgoing.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        return incoming.receive(length);
    }

    /** Replaces both ends, whose memory may be gone, by ends without memory, so that no check per message is needed. */
    @Override
    public void close() throws IOException {
        if (outgoing == Closed.END) {
            return;
        }
        InPlaceReader reader = incoming;
        InPlaceWriter writer = outgoing;
        incoming = Closed.END;
        returning = Closed.END;
        outgoing = Closed.END;
        try (memory;
                writer) {
            reader.close();
        }
    }

    /** From now on, claims leave the last message alone: another thread returns it when it receives the next one. */
    final void returnByReceiving() {
        returning = Kept.MESSAGE;
    }

    /** Keeps the message that another thread may be looking at. */
    private enum Kept implements InPlaceReader {
        MESSAGE;

        @Override
        public ByteBuffer receive(int length) {
            throw new IllegalStateException("the channel's own end receives");
        }

        @Override
        public void release() {}

        @Override
        public void close() {}
    }

    /** The ends of a closed channel. */
    private enum Closed implements InPlaceWriter, InPlaceReader {
        END;

        @Override
        public ByteBuffer claim(int length) throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public void commit() throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public void release() throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public void close() {}
    }

    /** Two rings whose ends share nothing within a process, not even what they sleep on. */
    public static final class Duplex extends InPlaceChannel implements DuplexChannel {

        /** See {@link InPlaceChannel}. */
        public Duplex(InPlaceWriter outgoing, InPlaceReader incoming, Closeable memory, Room.Source room) {
            super(outgoing, incoming, memory, room);
        }

        @Override
        public void sendWhileReceiving() {
            returnByReceiving();
        }
    }

    /** The writing end of a ring; messages are claimed, written in place and committed. For one thread. */
    public interface InPlaceWriter extends Closeable {
        /** Waits for a free place and returns it for the next message. */
        ByteBuffer claim(int length) throws IOException;

        /** Shows the claimed message to the other side. */
        void commit() throws IOException;

        /** Tells the other side that there is no further message. To be called once. */
        @Override
        void close() throws IOException;
    }

    /** The reading end of a ring; messages are read in place. For one thread. */
    public interface InPlaceReader extends Closeable {
        /** Returns the place of the last message to the writer and waits for the next message. */
        ByteBuffer receive(int length) throws IOException;

        /**
         * Returns the place of the last message, which is not used any more, to the other side. To be called before this side
         * waits for room, because otherwise both sides might wait for each other.
         */
        void release() throws IOException;

        /** Tells the other side that this side does not read any more. To be called once. */
        @Override
        void close() throws IOException;
    }
}
