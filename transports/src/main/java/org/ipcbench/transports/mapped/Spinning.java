package org.ipcbench.transports.mapped;

import java.io.InterruptedIOException;

/** Reads the cursor again and again, so that no side needs to be woken. */
public final class Spinning implements Waiting {
    @Override
    public void await(Cursor cursor, long seenPosition) throws InterruptedIOException {
        while (cursor.position() == seenPosition && !cursor.isClosed()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while waiting for the other side");
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void moved(Cursor cursor) {
        // a waiting side sees the cursor move
    }
}
