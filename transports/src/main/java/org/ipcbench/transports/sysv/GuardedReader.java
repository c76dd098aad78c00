package org.ipcbench.transports.sysv;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The end of a ring where messages are read, in the segment itself: the mutex is taken once a message. */
final class GuardedReader {
    private final GuardedRing ring;
    private long received;

    GuardedReader(GuardedRing ring) {
        this.ring = ring;
    }

    /** Gives the slot of the last message back and waits for the next one. */
    ByteBuffer receive(int length) throws IOException {
        boolean writerWaits;
        ring.lock();
        try {
            writerWaits = ring.setTaken(received);
            if (writerWaits && ring.sent() == received) {
                writerWaits = false;
                ring.wakeWriter();
            }
            while (ring.sent() == received) {
                if (ring.isClosed()) {
                    throw new EOFException("the other side has closed the segment");
                }
                ring.awaitWriter();
            }
        } finally {
            ring.unlock();
        }
        if (writerWaits) {
            ring.wakeWriter(); // who, woken before, would have to wait for the mutex
        }
        return ring.slot(received++, length);
    }

    /** Gives the slot of the last message back. */
    void release() throws IOException {
        boolean writerWaits;
        ring.lock();
        try {
            writerWaits = ring.setTaken(received);
        } finally {
            ring.unlock();
        }
        if (writerWaits) {
            ring.wakeWriter();
        }
    }

    void close() throws IOException {
        ring.close();
    }
}
