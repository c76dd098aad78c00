package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;

/** A condition variable of the C library in memory that both processes share. */
final class SharedCondition {
    private static final int SHARED = 1;
    /** A clock that does not change with the time of day. */
    private static final int CLOCK_MONOTONIC = 1;

    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int ATTRIBUTES_BYTES = 64;
    private static final int TIMESPEC_BYTES = 16;
    private static final int NANOSECONDS_AT = 8;

    private final LibC libc = CLibrary.calls();
    private final long address;
    private final ByteBuffer deadline =
            ByteBuffer.allocateDirect(TIMESPEC_BYTES).order(ByteOrder.nativeOrder());
    private final long deadlineAddress = CLibrary.addressOf(deadline);

    SharedCondition(long address) {
        this.address = address;
    }

    /** Makes the condition variable, in memory of zeros. */
    void initialise() throws FailedCallException {
        ByteBuffer attributes = ByteBuffer.allocateDirect(ATTRIBUTES_BYTES);
        long at = CLibrary.addressOf(attributes);
        SharedMutex.check("pthread_condattr_init", libc.pthread_condattr_init(at));
        SharedMutex.check("pthread_condattr_setpshared", libc.pthread_condattr_setpshared(at, SHARED));
        SharedMutex.check("pthread_condattr_setclock", libc.pthread_condattr_setclock(at, CLOCK_MONOTONIC));
        SharedMutex.check("pthread_cond_init", libc.pthread_cond_init(address, at));
        attributes.clear(); // still reachable here
    }

    /** Wakes the waiting side. */
    void signal() throws FailedCallException {
        int result = libc.pthread_cond_signal(address);
        if (result != 0) {
            throw FailedCallException.returned("pthread_cond_signal", result);
        }
    }

    /**
     * Gives the mutex back while waiting for a signal.
     *
     * @return false if the time was up
     * @throws IOException if a process has died with the mutex; the caller holds the mutex, and nobody can lock it after
     * the caller unlocks it
     */
    boolean await(SharedMutex mutex, long millis) throws IOException {
        CLibrary.check("clock_gettime", libc.clock_gettime(CLOCK_MONOTONIC, deadlineAddress));
        long nanos = deadline.getLong(NANOSECONDS_AT) + TimeUnit.MILLISECONDS.toNanos(millis);
        deadline.putLong(0, deadline.getLong(0) + nanos / NANOS_PER_SECOND);
        deadline.putLong(NANOSECONDS_AT, nanos % NANOS_PER_SECOND);
        int result = libc.pthread_cond_timedwait(address, mutex.address(), deadlineAddress);
        if (result == 0) {
            return true;
        }
        FailedCallException failure = FailedCallException.returned("pthread_cond_timedwait", result);
        if (failure.errno() != Errno.ETIMEDOUT) {
            throw SharedMutex.explained(failure);
        }
        return false;
    }
}
