package org.ipcbench.transports.agrona;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.Ring;

/**
 * The end of a ring where messages are read in place. Agrona shows a message and frees it when the handler returns,
 * unless the handler aborts: so the first look at a message aborts, and the next one lets it go.
 */
final class Incoming implements ControlledMessageHandler {
    private final MappedByteBuffer memory;
    private final OneToOneRingBuffer ring;
    private final Cursor writer;
    private final Cursor reader;
    /** Whether a message is looked at, which Agrona will show again. */
    private boolean held;

    Incoming(Ring shared) {
        memory = shared.slotMemory();
        ring = new OneToOneRingBuffer(new UnsafeBuffer(memory));
        writer = shared.head();
        reader = shared.tail();
    }

    /** The next message; its place stays taken until {@link #release}, or until the one after it is received. */
    ByteBuffer receive(int length) throws IOException {
        ring.controlledRead(this, held ? 2 : 1);
        while (!held) {
            awaitMessage();
            ring.controlledRead(this, 1);
        }
        if (memory.remaining() != length) {
            throw new WrongLengthException(memory.remaining(), length);
        }
        return memory;
    }

    /** Gives the place of the message received last back to the other side. */
    void release() {
        if (held) {
            ring.controlledRead(this, 1);
        }
    }

    void close() {
        release();
        reader.close();
    }

    @Override
    public Action onMessage(int messageType, MutableDirectBuffer buffer, int start, int length) {
        if (held) {
            held = false;
            return Action.CONTINUE;
        }
        held = true;
        memory.limit(start + length).position(start);
        return Action.ABORT;
    }

    private void awaitMessage() throws IOException {
        if (writer.isClosed() && ring.size() == 0) {
            throw new EOFException("the other side has closed the ring");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while waiting for the other side's message");
        }
        Thread.onSpinWait();
    }
}
