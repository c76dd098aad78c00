package org.ipcbench.transports.mapped;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceWriter;
import org.ipcbench.transports.shared.RingGeometry;

/** The writing end of a ring; messages are written directly in the memory of the slots. */
public final class RingWriter implements InPlaceWriter {
    private final MappedByteBuffer slotMemory;
    private final Cursor head;
    private final Cursor tail;
    private final Waiting waiting;
    private final int slots;
    private final int strideBytes;
    private long sent;
    /**
     * Number of messages that the other side had taken out when its cursor was last read; the cursor is read again only if
     * the ring seems full.
     */
    private long seenTaken;

    /** Slots in the shared memory. */
    public RingWriter(Ring ring, Waiting waiting) {
        this(ring, ring.slotMemory(), ring.geometry(), waiting);
    }

    /** Slots in other memory; only the ring's cursors are used. */
    public RingWriter(Ring cursors, MappedByteBuffer slotMemory, RingGeometry geometry, Waiting waiting) {
        this.slotMemory = slotMemory;
        head = cursors.head();
        tail = cursors.tail();
        slots = geometry.slots();
        strideBytes = geometry.strideBytes();
        this.waiting = waiting;
    }

    @Override
    public MappedByteBuffer claim(int length) throws IOException {
        if (sent - seenTaken >= slots) {
            awaitRoom();
        }
        int start = ((int) sent & (slots - 1)) * strideBytes;
        return slotMemory.limit(start + length).position(start);
    }

    @Override
    public void commit() throws IOException {
        head.moveTo(++sent);
        waiting.moved(head);
    }

    @Override
    public void close() throws IOException {
        head.close();
        waiting.moved(head);
    }

    private void awaitRoom() throws IOException {
        long full = sent - slots;
        seenTaken = tail.position();
        if (seenTaken == full) {
            waiting.await(tail, full);
            seenTaken = tail.position();
            if (seenTaken == full) {
                throw new IOException("the other side has closed the ring and will make no more room");
            }
        }
    }
}
