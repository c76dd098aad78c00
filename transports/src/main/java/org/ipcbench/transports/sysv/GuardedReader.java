package org.ipcbench.transports.sysv;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.InPlaceReader;
import org.ipcbench.transports.shared.SpinLoop;

/** The reading end of a ring; messages are read directly in the segment. The mutex is taken once per message. */
class GuardedReader implements InPlaceReader {
    private final GuardedRing ring;
    private long received;

    GuardedReader(GuardedRing ring) {
        this.ring = ring;
    }

    /** The reader of a session: it sleeps at once, unless the session asks for a spin. */
    static GuardedReader of(GuardedRing ring, Session session) {
        return SpinLoop.isAsked(session)
                ? new SpinningGuardedReader(ring, new SpinLoop(session))
                : new GuardedReader(ring);
    }

    /** Whether there is nothing to receive, as far as can be seen without the mutex. */
    boolean seemsEmpty() {
        return ring.peekSent() == received && !ring.peekClosed();
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
            ring.wakeWriter(); // after unlocking, so that the writer does not have to wait for the mutex
        }
        return ring.slot(received++, length);
    }

    /**
     * Does nothing: the slot is returned by {@link #giveBack} or with the next message, because returning it takes the
     * mutex.
     */
    @Override
    public void release() {}

    /** Returns the slot of the last message to the writer. */
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
