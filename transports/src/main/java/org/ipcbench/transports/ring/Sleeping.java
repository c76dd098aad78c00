package org.ipcbench.transports.ring;

import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;

/**
 * Sleeps in the kernel, by {@code futex(2)} on a word beside the cursor, until the side that moves it wakes the sleeper.
 *
 * <p>The word is 1 from before the sleeper's last look at the cursor until somebody wakes it. One side writes the word
 * and then reads the cursor, the other writes the cursor and then reads the word, each with a full fence in between: at
 * least one of them sees what the other wrote, so no wake-up is lost; and where the word is 0, waking takes no system
 * call.
 */
final class Sleeping implements Waiting {
    private static final int FUTEX_WAIT = 0;
    private static final int FUTEX_WAKE = 1;
    private static final int FOR_EVER = 0;
    private static final int ONE_SLEEPER = 1;

    /**
     * A reader of a stream that found fewer messages at its last look is right behind the writer: about to sleep, while
     * the writer is about to wake it, again and again, by a system call each for every other message.
     */
    private static final int FEW = 16;

    private static final int NUMBER_ON_X86 = 202;
    private static final int NUMBER_ON_ARM = 98;

    private final LibC libc = CLibrary.calls();
    private final long number = System.getProperty("os.arch").equals("aarch64") ? NUMBER_ON_ARM : NUMBER_ON_X86;

    /** Gives way once, so that the writer gets ahead; never behind a single message, which may want an answer. */
    @Override
    @SuppressWarnings("ThreadPriorityCheck") // a hint that may be ignored is all that is wanted
    public void beforeLooking(long taken) {
        if (taken > 1 && taken < FEW) {
            Thread.yield();
        }
    }

    @Override
    public void await(Cursor cursor, long seenPosition) throws FailedCallException {
        cursor.announceSleeper();
        while (cursor.position() == seenPosition && !cursor.isClosed()) {
            sleepUnlessCalled(cursor);
            cursor.announceSleeper();
        }
        cursor.forgetSleeper();
    }

    /** Returns at once where somebody has called since the sleeper was announced. */
    void sleepUnlessCalled(Cursor cursor) throws FailedCallException {
        if (libc.syscall(number, cursor.sleeperAddress(), FUTEX_WAIT, 1, FOR_EVER) < 0) {
            requireAwake();
        }
    }

    @Override
    public void moved(Cursor cursor) throws FailedCallException {
        if (cursor.hasSleeper()) {
            cursor.forgetSleeper();
            CLibrary.check("futex", libc.syscall(number, cursor.sleeperAddress(), FUTEX_WAKE, ONE_SLEEPER, 0));
        }
    }

    private static void requireAwake() throws FailedCallException {
        switch (Errno.last()) {
            case EAGAIN, EINTR -> {} // woken before it slept, or by a signal: the cursor tells
            default -> throw FailedCallException.last("futex");
        }
    }
}
