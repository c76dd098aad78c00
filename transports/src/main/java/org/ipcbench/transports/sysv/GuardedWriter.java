package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transports.shared.InPlaceWriter;

/** The end of a ring where messages are written, in the segment itself: the mutex is taken once a message. */
final class GuardedWriter implements InPlaceWriter {
    private final GuardedRing ring;
    private final GuardedReader incoming;
    private long sent;
    /** What the reader had given back when last looked at. */
    private long seenTaken;

    /** @param incoming this side's other end, which gives its slot back before this one waits */
    GuardedWriter(GuardedRing ring, GuardedReader incoming) {
        this.ring = ring;
        this.incoming = incoming;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        if (isFull()) {
            incoming.giveBack(); // else each side might wait for the other's slot
            awaitRoom();
        }
        return ring.slot(sent, length);
    }

    @Override
    public void commit() throws IOException {
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

    private boolean isFull() {
        return sent - seenTaken == ring.slots();
    }

    private void awaitRoom() throws IOException {
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

    @Override
    public void close() throws IOException {
        ring.close();
    }
}
