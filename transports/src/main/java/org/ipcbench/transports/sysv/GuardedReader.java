package org.ipcbench.transports.sysv;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transports.shared.InPlaceReader;

/** The end of a ring where messages are read, in the segment itself: the mutex is taken once a message. */
final class GuardedReader implements InPlaceReader {
    private final GuardedRing ring;
    private long received;

    GuardedReader(GuardedRing ring) {
        this.ring = ring;
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
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

    /** The slot goes back by {@link #giveBack} or with the next message, because it takes the mutex. */
    @Override
    public void release() {}

    /** Gives the slot of the last message back. */
    void giveBack() throws IOException {
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

    @Override
    public void close() throws IOException {
        ring.close();
    }
}
