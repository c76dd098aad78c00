package org.ipcbench.transports.agrona;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.ipcbench.transport.Room;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.Ring;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceWriter;

/** The writing end of a ring: messages are claimed, written in place and committed. */
final class AgronaWriter implements InPlaceWriter {
    /** The type of all messages in a ring with one writer. */
    private static final int ONLY_TYPE = 1;

    /** An index at which no message can begin, because each message has a header before it. */
    private static final int NONE = 0;

    private final MappedByteBuffer memory;
    private final RingBuffer ring;
    private final int type;
    private final Cursor writer;
    private final Cursor reader;
    private int claimed = NONE;

    private AgronaWriter(MappedByteBuffer memory, RingBuffer ring, int type, Ring own) {
        this.memory = memory;
        this.ring = ring;
        this.type = type;
        writer = own.head();
        reader = own.tail();
    }

    /** The only writer of a ring. */
    static AgronaWriter into(Ring own) {
        MappedByteBuffer memory = own.slotMemory();
        return new AgronaWriter(memory, new OneToOneRingBuffer(new UnsafeBuffer(memory)), ONLY_TYPE, own);
    }

    /**
     * One of several writers of a ring.
     *
     * @param type distinguishes its messages from other writers' messages, at least 1
     * @param own a ring of which only the cursors are used: they show whether one of the two sides has closed
     */
    static AgronaWriter into(Ring shared, int type, Ring own) {
        MappedByteBuffer memory = shared.slotMemory();
        return new AgronaWriter(memory, new ManyToOneRingBuffer(new UnsafeBuffer(memory)), type, own);
    }

    /** What two such rings hold. A message that does not fit at the end of the ring begins at its start, and leaves a gap. */
    Room room(int messageBytes) {
        long most = new RingCapacity(ring.capacity()).messages(messageBytes);
        return Room.ofEach(Math.max(0, most - 1), most);
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        giveUp();
        int start = ring.tryClaim(type, length);
        while (start == RingBuffer.INSUFFICIENT_CAPACITY) {
            awaitRoom();
            start = ring.tryClaim(type, length);
        }
        claimed = start;
        return memory.limit(start + length).position(start);
    }

    @Override
    public void commit() {
        ring.commit(claimed);
        claimed = NONE;
    }

    @Override
    public void close() {
        giveUp();
        writer.close();
    }

    /** Aborts a claimed message, because a message that is never committed would stop the reader for ever. */
    private void giveUp() {
        if (claimed != NONE) {
            ring.abort(claimed);
            claimed = NONE;
        }
    }

    private void awaitRoom() throws IOException {
        if (reader.isClosed()) {
            throw new IOException("the other side has closed the ring and will make no more room");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while waiting for the other side to make room");
        }
        Thread.onSpinWait();
    }
}
