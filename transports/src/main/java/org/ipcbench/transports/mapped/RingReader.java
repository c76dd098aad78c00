package org.ipcbench.transports.mapped;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.ipcbench.transports.shared.InPlaceChannel.InPlaceReader;
import org.ipcbench.transports.shared.RingGeometry;

/** The reading end of a ring; messages are read directly in the shared memory. */
public final class RingReader implements InPlaceReader {
    private final MappedByteBuffer slotMemory;
    private final Cursor head;
    private final Cursor tail;
    private final Waiting waiting;
    private final int slots;
    private final int strideBytes;
    private long received;
    /** Less than {@link #received} while the last message is still in use. */
    private long released;
    /**
     * Number of messages that the other side had put in when its cursor was last read; the cursor is read again only if the
     * ring seems empty.
     */
    private long seenSent;
    /** Value of {@link #received} when the cursor was last read. */
    private long lookedAt;

    /** Slots in the shared memory. */
    public RingReader(Ring ring, Waiting waiting) {
        this(ring, ring.geometry(), waiting);
    }

    /** Slots in the writer's own memory; see {@link #nextSlot}. */
    public RingReader(Ring cursors, RingGeometry geometry, Waiting waiting) {
        slotMemory = cursors.slotMemory();
        head = cursors.head();
        tail = cursors.tail();
        slots = geometry.slots();
        strideBytes = geometry.strideBytes();
        this.waiting = waiting;
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        release();
        int start = nextSlot();
        return slotMemory.limit(start + length).position(start);
    }

    /** Waits for the next message. Returns the offset of its slot in the memory of the slots. */
    public int nextSlot() throws IOException {
        if (received == seenSent) {
            awaitMessage();
        }
        int start = ((int) received & (slots - 1)) * strideBytes;
        received++;
        return start;
    }

    @Override
    public void release() throws IOException {
        if (released != received) {
            released = received;
            tail.moveTo(released);
            waiting.moved(tail);
        }
    }

    @Override
    public void close() throws IOException {
        release();
        tail.close();
        waiting.moved(tail);
    }

    private void awaitMessage() throws IOException {
        waiting.beforeLooking(received - lookedAt);
        lookedAt = received;
        seenSent = head.position();
        if (seenSent == received) {
            waiting.await(head, received);
            seenSent = head.position();
            if (seenSent == received) {
                throw new EOFException("the other side has closed the ring");
            }
        }
    }
}
