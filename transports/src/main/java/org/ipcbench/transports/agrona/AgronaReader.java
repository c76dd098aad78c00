package org.ipcbench.transports.agrona;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.ipcbench.transports.mapped.Cursor;
import org.ipcbench.transports.mapped.Ring;
import org.ipcbench.transports.shared.InPlaceReader;

/** The reading end of a ring with one writer; messages are read in place. */
final class AgronaReader implements InPlaceReader {
    private final RingMessages reading;
    private final Cursor writer;
    private final Cursor reader;

    AgronaReader(Ring shared) {
        MappedByteBuffer memory = shared.slotMemory();
        reading = new RingMessages(memory, new OneToOneRingBuffer(new UnsafeBuffer(memory)));
        writer = shared.head();
        reader = shared.tail();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        boolean there = reading.advance();
        while (!there) {
            awaitMessage();
            there = reading.look();
        }
        return reading.message(length);
    }

    @Override
    public void release() {
        reading.release();
    }

    @Override
    public void close() {
        release();
        reader.close();
    }

    private void awaitMessage() throws IOException {
        if (writer.isClosed() && reading.isEmpty()) {
            throw new EOFException("the other side has closed the ring");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while waiting for the other side's message");
        }
        Thread.onSpinWait();
    }
}
