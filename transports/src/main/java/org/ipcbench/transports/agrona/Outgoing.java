package org.ipcbench.transports.agrona;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.Ring;

/** The end of a ring where messages are claimed, written in place and committed. */
final class Outgoing {
    private static final int MESSAGE_TYPE = 1;

    /** No message begins there: a header comes before it. */
    private static final int NONE = 0;

    private final MappedByteBuffer memory;
    private final OneToOneRingBuffer ring;
    private final Cursor writer;
    private final Cursor reader;
    private int claimed = NONE;

    Outgoing(Ring shared) {
        memory = shared.slotMemory();
        ring = new OneToOneRingBuffer(new UnsafeBuffer(memory));
        writer = shared.head();
        reader = shared.tail();
    }

    ByteBuffer claim(int length) throws IOException {
        giveUp();
        int start = ring.tryClaim(MESSAGE_TYPE, length);
        while (start == RingBuffer.INSUFFICIENT_CAPACITY) {
            awaitRoom();
            start = ring.tryClaim(MESSAGE_TYPE, length);
        }
        claimed = start;
        return memory.limit(start + length).position(start);
    }

    void commit() {
        ring.commit(claimed);
        claimed = NONE;
    }

    void close() {
        giveUp();
        writer.close();
    }

    /** A message that was claimed and not committed would stop the reader for ever. */
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
