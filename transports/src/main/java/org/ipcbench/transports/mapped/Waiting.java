package org.ipcbench.transports.mapped;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.SpinLoop;

/** How a side waits while the other side's cursor does not move; the only difference between some transports. */
public interface Waiting extends Closeable {

    /**
     * Called when the reading side has taken all known messages and is about to look for more.
     *
     * @param taken number of these messages; after a single one, the other side may be waiting for an answer
     */
    default void beforeLooking(long taken) {
        // most ways of waiting have no reason to delay
    }

    /** Returns once the other side's cursor has left the position seen, or that side has closed. */
    void await(Cursor cursor, long seenPosition) throws IOException;

    /** Called when this side has moved or closed its cursor, for which the other side may be waiting. */
    void moved(Cursor cursor) throws IOException;

    /** Called when this side does not wait or wake any more. */
    @Override
    default void close() throws IOException {
        // most ways of waiting hold no resources
    }

    /** Reads the cursor again and again, so that no side needs to be woken. */
    static final class Spinning implements Waiting {
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

    /**
     * A reader that reads the cursor again and again for some time before it sleeps. As long as it spins it announces no sleep,
     * so that the writer makes no call to wake it.
     */
    static final class SpinningFirst implements Waiting {
        private final Waiting sleeping;
        private final SpinLoop spin;

        private SpinningFirst(Waiting sleeping, SpinLoop spin) {
            this.sleeping = sleeping;
            this.spin = spin;
        }

        /** How a reader of this session waits: as before, unless the session asks for a spin. */
        public static Waiting asAsked(Waiting sleeping, Session session) {
            return SpinLoop.isAsked(session) ? new SpinningFirst(sleeping, new SpinLoop(session)) : sleeping;
        }

        @Override
        public void beforeLooking(long taken) {
            sleeping.beforeLooking(taken);
        }

        @Override
        public void await(Cursor cursor, long seenPosition) throws IOException {
            spin.begin();
            while (spin.lasts()) {
                if (cursor.position() != seenPosition || cursor.isClosed()) {
                    return;
                }
                Thread.onSpinWait();
            }
            sleeping.await(cursor, seenPosition);
        }

        @Override
        public void moved(Cursor cursor) throws IOException {
            sleeping.moved(cursor);
        }

        @Override
        public void close() throws IOException {
            sleeping.close();
        }
    }
}
