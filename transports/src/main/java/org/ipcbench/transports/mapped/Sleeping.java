package org.ipcbench.transports.mapped;

import java.io.IOException;

/**
 * Sleeps in the kernel until the side that moves the cursor wakes the sleeper.
 *
 * <p>A word beside the cursor is set to 1 before the sleeper reads the cursor for the last time, and stays 1 until the
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

    /** Sleeps until {@link #wake} has been called since the sleeper was announced; may return early. */
    protected abstract void sleepUnlessCalled(Cursor cursor) throws IOException;

    /** Ends the other side's sleep, or the sleep that it is about to begin. */
    protected abstract void wake(Cursor cursor) throws IOException;

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
        cursor.announceSleeper();
        while (cursor.position() == seenPosition && !cursor.isClosed()) {
            sleepUnlessCalled(cursor);
            cursor.announceSleeper();
        }
        cursor.forgetSleeper();
    }

    @Override
    public final void moved(Cursor cursor) throws IOException {
        if (cursor.hasSleeper()) {
            cursor.forgetSleeper();
            wake(cursor);
        }
    }
}
