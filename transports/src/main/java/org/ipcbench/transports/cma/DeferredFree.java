package org.ipcbench.transports.cma;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.transports.mapped.RingPair;

/** Messages of a closed side that the other side has not read yet. They are lost where this process ends. */
final class DeferredFree {
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final SourceWriter outgoing;
    private final RingPair rings;
    private final long reader;

    /**
     * Keeps the memory.
     *
     * @param reader the process that is still to read
     */
    DeferredFree(SourceWriter outgoing, RingPair rings, long reader) {
        this.outgoing = outgoing;
        this.rings = rings;
        this.reader = reader;
    }

    /** Waits in the background until the other side has read every message, or has ended. */
    void start() {
        Thread thread = new Thread(this::linger, "lingering-messages");
        thread.setDaemon(true);
        thread.start();
    }

    private void linger() {
        while (!outgoing.isDone() && isAlive()) {
            LockSupport.parkNanos(REST_NANOS);
        }
        try {
            rings.close();
        } catch (IOException e) {
            System.err.println("cannot give back the memory of a closed channel: " + e);
        }
    }

    private boolean isAlive() {
        return ProcessHandle.of(reader).filter(ProcessHandle::isAlive).isPresent();
    }
}
