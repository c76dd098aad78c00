package org.ipcbench.transports.grpc;

import java.io.InterruptedIOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Lets the measuring thread sleep until the event loop has done something that the thread waits for. */
final class EventLoopSignal {
    private volatile @Nullable Thread sleeper;

    /** Wakes the thread that waits, if one does; called after the change that it may wait for. */
    void give() {
        Thread waiting = sleeper;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    /** Sleeps until the condition holds; the condition is checked again whenever the signal is given. */
    void await(BooleanSupplier condition) throws InterruptedIOException {
        if (condition.getAsBoolean()) {
            return;
        }
        sleeper = Thread.currentThread();
        try {
            while (!condition.getAsBoolean()) {
                LockSupport.park(this);
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("interrupted while waiting for gRPC");
                }
            }
        } finally {
            sleeper = null;
        }
    }
}
