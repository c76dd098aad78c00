package org.ipcbench.transports.libc;

/** Makes a system call without effect; the exit code tells whether it was forbidden. */
final class CallTrial {
    static final int PERMITTED = 0;
    static final int FORBIDDEN = 3;

    private CallTrial() {}

    /**
     * Makes the call with wrong arguments, so that it does nothing.
     *
     * @param arguments the call's number and its first argument
     */
    public static void main(String[] arguments) {
        long result = CLibrary.calls().syscall(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]), 0, 0, 0);
        boolean forbidden = result < 0
                && switch (Errno.last()) {
                    case EPERM, ENOSYS, EACCES -> true;
                    default -> false;
                };
        System.exit(forbidden ? FORBIDDEN : PERMITTED);
    }
}
