package org.ipcbench.transports.mapped;

import java.io.IOException;

/**
 * Sleeps in the kernel until the side that moves the cursor wakes the sleeper.
 *
 * <p>A word beside the cursor names the sleeper before the sleeper reads the cursor for the last time, and stays until the
 * sleeper is woken. One side writes the word and then reads the cursor; the other writes the cursor and then reads the
 * word, each with a full fence in between. At least one of them sees the other's write, so no wake-up is lost. If the word
 * is 0, waking needs no system call.
 */
public abstract class Sleeping implements Waiting {
    /**
     * A reader of a stream that found fewer messages the last time is directly behind the writer. Reader and writer would
     * then sleep and wake each other again and again, each with a system call for every other message.
     */
    private static final int FEW = 16;

    /** The name of a sleeper that needs none. */
    static final long ANYBODY = 1;

    /** Sleeps until {@link #wake} has been called since the sleeper was announced; may return early. */
    protected abstract void sleepUnlessCalled(Cursor cursor) throws IOException;

    /** Ends the other side's sleep, or the sleep that it is about to begin. The sleeper is as that side has named it. */
    protected abstract void wake(Cursor cursor, long sleeper) throws IOException;

    /** How the other side can name this thread; not 0. Called once each time before this thread sleeps. */
    protected long sleeper() throws IOException {
        return ANYBODY;
    }

    /** Yields once, so that the writer gets ahead; not after a single message, whose sender may wait for an answer. */
    @Override
    @SuppressWarnings("ThreadPriorityCheck") // a hint that the scheduler may ignore is enough
    public final void beforeLooking(long taken) {
        if (taken > 1 && taken < FEW) {
            Thread.yield();
        }
    }

    @Override
    public final void await(Cursor cursor, long seenPosition) throws IOException {
        long self = sleeper();
        cursor.announceSleeper(self);
        while (cursor.position() == seenPosition && !cursor.isClosed()) {
            sleepUnlessCalled(cursor);
            cursor.announceSleeper(self);
        }
        cursor.forgetSleeper();
    }

    @Override
    public final void moved(Cursor cursor) throws IOException {
        long sleeper = cursor.sleeper();
        if (sleeper != Cursor.NOBODY) {
            cursor.forgetSleeper();
            wake(cursor, sleeper);
        }
    }
}
