package org.ipcbench.transports.pipe;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Descriptor;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.shared.SpinLoop;

/**
 * Messages over two pipes by native calls: a message takes one {@code write(2)} and one {@code read(2)} if it fits into the
 * pipe, and nothing is read ahead.
 */
sealed class NativePipeChannel implements DuplexChannel {
    private final Descriptor source;
    private final Descriptor sink;
    private final ByteBuffer outgoing;
    private final long outgoingAddress;
    private final ByteBuffer incoming;
    private final long incomingAddress;
    private final Room.Source room;
    private int claimed;

    /** Takes both ends over. */
    NativePipeChannel(Descriptor source, Descriptor sink, int messageSizeBytes, Room.Source room) {
        this.room = room;
        this.source = source;
        this.sink = sink;
        outgoing = AlignedMemory.allocate(messageSizeBytes);
        outgoingAddress = CLibrary.addressOf(outgoing);
        incoming = AlignedMemory.allocate(messageSizeBytes);
        incomingAddress = CLibrary.addressOf(incoming);
    }

    @Override
    public Room room(int messageBytes) throws IOException {
        return room.of(messageBytes);
    }

    @Override
    public ByteBuffer claim(int length) {
        claimed = length;
        return outgoing.limit(length).position(0);
    }

    @Override
    public void commit() throws IOException {
        long written = sink.write(outgoingAddress, claimed);
        while (written < claimed) {
            written += sink.write(outgoingAddress + written, claimed - written);
        }
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        long read = next(incomingAddress, length);
        if (read < length) {
            readRest(read, length);
        }
        return incoming.limit(length).position(0);
    }

    @Override
    public void close() throws IOException {
        try (source) {
            sink.close();
        }
    }

    /** Reads the beginning of the next message, or all of it, at this address; returns the number of bytes. */
    long next(long address, int lengthBytes) throws FailedCallException {
        return source.read(address, lengthBytes);
    }

    private void readRest(long first, int length) throws IOException {
        long last = first;
        long read = first;
        while (last > 0 && read < length) {
            last = source.read(incomingAddress + read, length - read);
            read += last;
        }
        if (read < length) {
            throw new EOFException("the other side has closed the connection");
        }
    }

    /**
     * Reads again and again for some time, from an end of the pipe that does not block, before it sleeps at the other end that
     * it has.
     */
    static final class Spinning extends NativePipeChannel {
        private final Descriptor nonBlocking;
        private final SpinLoop spin;

        private Spinning(
                Descriptor source, Descriptor nonBlocking, Descriptor sink, Session session, Room.Source room) {
            super(source, sink, session.maxMessageBytes(), room);
            this.nonBlocking = nonBlocking;
            spin = new SpinLoop(session);
        }

        /** Takes both ends over, unless it fails. */
        static Spinning over(Descriptor source, Descriptor sink, Session session, Room.Source room)
                throws FailedCallException {
            return new Spinning(source, source.openNonBlocking(), sink, session, room);
        }

        @Override
        long next(long address, int lengthBytes) throws FailedCallException {
            spin.begin();
            while (spin.lasts()) {
                long read = nonBlocking.readNow(address, lengthBytes);
                if (read != Descriptor.NOT_YET) {
                    return read;
                }
            }
            return super.next(address, lengthBytes);
        }

        @Override
        public void close() throws IOException {
            try (nonBlocking) {
                super.close();
            }
        }
    }
}
