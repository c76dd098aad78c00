package org.ipcbench.transports.ring;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;

/** The end of a ring where messages are read, in the shared memory itself. */
final class RingConsumer {
    private final MappedByteBuffer slotMemory;
    private final Cursor head;
    private final Cursor tail;
    private final Waiting waiting;
    private final int slots;
    private final int strideBytes;
    private long received;
    /** Behind {@link #received} while the last message is still looked at. */
    private long released;
    /** What the other side had put in when last looked at; looked at again only where the ring seems empty. */
    private long seenSent;
    /** Where {@link #received} was at that look. */
    private long lookedAt;

    private boolean closed;

    RingConsumer(Ring ring, Waiting waiting) {
        slotMemory = ring.slotMemory();
        head = ring.head();
        tail = ring.tail();
        slots = ring.geometry().slots();
        strideBytes = ring.geometry().strideBytes();
        this.waiting = waiting;
    }

    /** The next message; its slot stays taken until {@link #release}. */
    ByteBuffer receive(int length) throws IOException {
        if (received == seenSent) {
            awaitMessage();
        }
        int start = ((int) received & (slots - 1)) * strideBytes;
        received++;
        return slotMemory.limit(start + length).position(start);
    }

    /** Gives the slot of the message received last back to the other side. */
    void release() throws IOException {
        if (released != received) {
            released = received;
            tail.moveTo(released);
            waiting.moved(tail);
        }
    }

    void close() throws IOException {
        release();
        closed = true;
        seenSent = received; // the next receive looks
        tail.close();
        waiting.moved(tail);
    }

    private void awaitMessage() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
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
