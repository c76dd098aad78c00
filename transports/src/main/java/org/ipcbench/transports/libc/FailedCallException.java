package org.ipcbench.transports.libc;

import java.io.IOException;

/** A call of the C library that failed: {@code msgsnd failed: EIDRM (Identifier removed)}. */
public final class FailedCallException extends IOException {
    private static final long serialVersionUID = 1;

    private final Errno errno;

    private FailedCallException(String call, int number, String text) {
        super("%s failed: %s (%s)".formatted(call, Errno.nameOf(number), text));
        errno = Errno.of(number);
    }

    /** The exception for this thread's last call, which returned -1 and has set {@code errno}. */
    public static FailedCallException last(String call) {
        return returned(call, CLibrary.lastErrorNumber());
    }

    /**
     * The exception for a call that returns the error's number and does not set {@code errno}, as calls on threads and
     * mutexes do.
     */
    public static FailedCallException returned(String call, int number) {
        return new FailedCallException(call, number, CText.at(CLibrary.calls().strerror(number)));
    }

    /**
     * Checks why a call returned -1, in a loop around a call that a signal may interrupt.
     *
     * @param call the function's name
     * @throws FailedCallException unless a signal has interrupted the call; the caller then repeats the call
     */
    public static void unlessInterrupted(String call) throws FailedCallException {
        if (Errno.last() != Errno.EINTR) {
            throw last(call);
        }
    }

    /** The reason, for callers that expect some errors, such as the end of a queue. */
    public Errno errno() {
        return errno;
    }
}
