package org.ipcbench.transports.cma;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ipcbench.transports.mapped.RingPair;

/** Frees the memory of a closed side when the other side has read every committed message: there is no other copy. */
final class DeferredFree implements Closeable {
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final SourceWriter outgoing;
    private final RingPair rings;
    private final long reader;

    /** @param reader the process that is still to read */
    DeferredFree(SourceWriter outgoing, RingPair rings, long reader) {
        this.outgoing = outgoing;
        this.rings = rings;
        this.reader = reader;
    }

    /** Frees the memory now, or in the background: when the other side has read every message, or has ended. */
    @Override
    public void close() throws IOException {
        if (outgoing.isDone()) {
            rings.close();
            return;
        }
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
