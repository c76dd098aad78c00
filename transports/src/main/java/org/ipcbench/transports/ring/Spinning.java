package org.ipcbench.transports.ring;

import java.io.InterruptedIOException;

/** Looks at the cursor again and again, so that nobody needs to be woken. */
final class Spinning implements Waiting {
    /**
     * How long a reader that keeps up puts its next look off, in spins. Each look takes the cursor's cache line away from
     * the writer, who then waits for it at its next message: a stream of small messages spends more time on that line
     * than on its messages. This is a few microseconds, in which the writer goes on undisturbed.
     */
    private static final int SPINS_BEFORE_LOOKING = 256;

    @Override
    public void beforeLooking(long taken) {
        if (taken > 1) {
            for (int i = 0; i < SPINS_BEFORE_LOOKING; i++) {
                Thread.onSpinWait();
            }
        }
    }

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
