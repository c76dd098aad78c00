package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The end of a ring where messages are written, in the segment itself: the mutex is taken once a message. */
final class GuardedWriter {
    private final GuardedRing ring;
    private long sent;
    /** What the reader had given back when last looked at. */
    private long seenTaken;

    GuardedWriter(GuardedRing ring) {
        this.ring = ring;
    }

    boolean isFull() {
        return sent - seenTaken == ring.slots();
    }

    /** The next slot, which must be free. */
    ByteBuffer claim(int length) {
        return ring.slot(sent, length);
    }

    void commit() throws IOException {
        boolean readerWaits;
        ring.lock();
        try {
            readerWaits = ring.setSent(++sent);
            seenTaken = ring.taken();
        } finally {
            ring.unlock();
        }
        if (readerWaits) {
            ring.wakeReader(); // who, woken before, would have to wait for the mutex
        }
    }

    void awaitRoom() throws IOException {
        ring.lock();
        try {
            seenTaken = ring.taken();
            while (isFull() && !ring.isClosed()) {
                ring.awaitReader();
                seenTaken = ring.taken();
            }
        } finally {
            ring.unlock();
        }
        if (isFull()) {
            throw new IOException("the other side has closed the segment and will make no more room");
        }
    }

    void close() throws IOException {
        ring.close();
    }
}
