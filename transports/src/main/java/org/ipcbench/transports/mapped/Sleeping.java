package org.ipcbench.transports.mapped;

import java.io.IOException;

/**
 * Sleeps in the kernel until the side that moves the cursor wakes the sleeper.
 *
 * <p>A word beside the cursor is 1 from before the sleeper's last look at the cursor until somebody wakes it. One side
 * writes the word and then reads the cursor, the other writes the cursor and then reads the word, each with a full fence
 * in between: at least one of them sees what the other wrote, so no wake-up is lost; and if the word is 0, waking
 * takes no system call.
 */
public abstract class Sleeping implements Waiting {
    /**
     * A reader of a stream that found fewer messages at its last look is right behind the writer: about to sleep, while
     * the writer is about to wake it, again and again, by a system call each for every other message.
     */
    private static final int FEW = 16;

    /** Sleeps until somebody has called since the sleeper was announced; returning early does no harm. */
    protected abstract void sleepUnlessCalled(Cursor cursor) throws IOException;

    /** Ends the other side's sleep, or the one it is about to begin. */
    protected abstract void wake(Cursor cursor) throws IOException;

    /** Gives way once, so that the writer gets ahead; never behind a single message, which may want an answer. */
    @Override
    @SuppressWarnings("ThreadPriorityCheck") // a hint that may be ignored is all that is wanted
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
