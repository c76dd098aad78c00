package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;

/**
 * A mutex of the C library in memory that both processes share. The mutex is robust: if a process dies with it, the next
 * lock reports an error.
 */
final class SharedMutex {
    /** Size of one cache line, larger than {@code pthread_mutex_t} and {@code pthread_cond_t} on any machine. */
    static final int BYTES = 64;

    private static final int SHARED = 1;
    private static final int ROBUST = 1;
    private static final int ATTRIBUTES_BYTES = 64;

    private final LibC libc = CLibrary.calls();
    private final long address;

    SharedMutex(long address) {
        this.address = address;
    }

    /** Makes the mutex, in memory of zeros. */
    void initialise() throws FailedCallException {
        ByteBuffer attributes = ByteBuffer.allocateDirect(ATTRIBUTES_BYTES);
        long at = CLibrary.addressOf(attributes);
        check("pthread_mutexattr_init", libc.pthread_mutexattr_init(at));
        check("pthread_mutexattr_setpshared", libc.pthread_mutexattr_setpshared(at, SHARED));
        check("pthread_mutexattr_setrobust", libc.pthread_mutexattr_setrobust(at, ROBUST));
        check("pthread_mutex_init", libc.pthread_mutex_init(address, at));
        attributes.clear(); // still reachable here
    }

    /**
     * Waits for the mutex.
     *
     * @throws IOException if a process has died with the mutex; the guarded data may be inconsistent, so no process can
     * continue
     */
    void lock() throws IOException {
        int result = libc.pthread_mutex_lock(address);
        if (result != 0) {
            FailedCallException failure = FailedCallException.returned("pthread_mutex_lock", result);
            if (failure.errno() == Errno.EOWNERDEAD) {
                unlock(); // not made consistent, so the mutex is unusable from now on
            }
            throw explained(failure);
        }
    }

    /** Takes the mutex if it is free, also from a dead process, for callers that do not need consistent data. */
    boolean tryLock() throws FailedCallException {
        int result = libc.pthread_mutex_trylock(address);
        if (result == 0) {
            return true;
        }
        FailedCallException failure = FailedCallException.returned("pthread_mutex_trylock", result);
        return switch (failure.errno()) {
            case EBUSY -> false;
            case EOWNERDEAD -> {
                check("pthread_mutex_consistent", libc.pthread_mutex_consistent(address));
                yield true;
            }
            default -> throw failure;
        };
    }

    void unlock() throws FailedCallException {
        int result = libc.pthread_mutex_unlock(address);
        if (result != 0) {
            throw FailedCallException.returned("pthread_mutex_unlock", result);
        }
    }

    /** Address of the mutex, for a condition's wait. */
    long address() {
        return address;
    }

    static void check(String call, int result) throws FailedCallException {
        if (result != 0) {
            throw FailedCallException.returned(call, result);
        }
    }

    /** The failure in words, if a call failed because a process died with the mutex. */
    static IOException explained(FailedCallException failure) {
        return failure.errno() == Errno.EOWNERDEAD
                ? new IOException(
                        "the other side died while it held the segment's mutex: " + failure.getMessage(), failure)
                : failure;
    }
}
