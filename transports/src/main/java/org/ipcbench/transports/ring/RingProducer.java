package org.ipcbench.transports.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;

/** The end of a ring where messages are written, in the shared memory itself. */
final class RingProducer {
    private final MappedByteBuffer slotMemory;
    private final Cursor head;
    private final Cursor tail;
    private final Waiting waiting;
    private final int slots;
    private final int strideBytes;
    private long sent;
    /** What the other side had taken out when last looked at; looked at again only where the ring seems full. */
    private long seenTaken;

    private boolean closed;

    RingProducer(Ring ring, Waiting waiting) {
        slotMemory = ring.slotMemory();
        head = ring.head();
        tail = ring.tail();
        slots = ring.geometry().slots();
        strideBytes = ring.geometry().strideBytes();
        this.waiting = waiting;
    }

    ByteBuffer claim(int length) throws IOException {
        if (sent - seenTaken >= slots) {
            awaitRoom();
        }
        int start = ((int) sent & (slots - 1)) * strideBytes;
        return slotMemory.limit(start + length).position(start);
    }

    void commit() throws IOException {
        head.moveTo(++sent);
        waiting.moved(head);
    }

    void close() throws IOException {
        closed = true;
        seenTaken = sent - slots; // the next claim looks
        head.close();
        waiting.moved(head);
    }

    private void awaitRoom() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
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
