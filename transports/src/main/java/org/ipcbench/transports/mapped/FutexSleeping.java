package org.ipcbench.transports.mapped;

import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;

/** Sleeps in {@code futex(2)} on the cursor's word for a sleeper, and wakes the other side by the same word. */
public final class FutexSleeping extends Sleeping {
    private static final int FUTEX_WAIT = 0;
    private static final int FUTEX_WAKE = 1;
    private static final int FOR_EVER = 0;
    private static final int ONE_SLEEPER = 1;

    private static final int NUMBER_ON_X86 = 202;
    private static final int NUMBER_ON_ARM = 98;

    private final LibC libc = CLibrary.calls();
    private final long number = System.getProperty("os.arch").equals("aarch64") ? NUMBER_ON_ARM : NUMBER_ON_X86;

    @Override
    protected void sleepUnlessCalled(Cursor cursor) throws FailedCallException {
        if (libc.syscall(number, cursor.sleeperAddress(), FUTEX_WAIT, ANYBODY, FOR_EVER) < 0) {
            requireAwake();
        }
    }

    @Override
    protected void wake(Cursor cursor, long sleeper) throws FailedCallException {
        CLibrary.check("futex", libc.syscall(number, cursor.sleeperAddress(), FUTEX_WAKE, ONE_SLEEPER, 0));
    }

    private static void requireAwake() throws FailedCallException {
        switch (Errno.last()) {
            case EAGAIN, EINTR -> {} // woken before it slept, or by a signal: the caller checks the cursor
            default -> throw FailedCallException.last("futex");
        }
    }
}
