package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transports.shared.InPlaceWriter;

/** The writing end of a ring; messages are written directly in the segment. The mutex is taken once per message. */
final class GuardedWriter implements InPlaceWriter {
    private final GuardedRing ring;
    private final GuardedReader incoming;
    private long sent;
    /** Number of slots that the reader had returned when it was last read. */
    private long seenTaken;

    /** @param incoming this side's reading end, which returns its slot before this end waits */
    GuardedWriter(GuardedRing ring, GuardedReader incoming) {
        this.ring = ring;
        this.incoming = incoming;
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        if (isFull()) {
            incoming.giveBack(); // otherwise each side might wait for the other's slot
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
            ring.wakeReader(); // after unlocking, so that the reader does not have to wait for the mutex
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
