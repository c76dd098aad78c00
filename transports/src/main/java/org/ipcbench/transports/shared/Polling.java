package org.ipcbench.transports.shared;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for changes by another process, with pauses between checks until the time is up. */
public final class Polling {
    private static final long REST_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

    private final long startNanos = System.nanoTime();
    private final Duration time;

    /** Starts the time. */
    public Polling(Duration time) {
        this.time = time;
    }

    /**
     * Pauses for a moment.
     *
     * @param event the event that the caller waits for, for the message of a failure
     * @throws IOException if the time is up, or the thread has been interrupted
     */
    public void rest(String event) throws IOException {
        if (System.nanoTime() - startNanos > time.toNanos()) {
            throw new IOException("%s: not within %d ms".formatted(event, time.toMillis()));
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while waiting: " + event);
        }
        LockSupport.parkNanos(REST_NANOS);
    }
}
