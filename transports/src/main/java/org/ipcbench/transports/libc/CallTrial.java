package org.ipcbench.transports.libc;

/** Makes a system call that comes to nothing, and says by its exit code whether it was forbidden. */
final class CallTrial {
    static final int PERMITTED = 0;
    static final int FORBIDDEN = 3;

    private CallTrial() {}

    /** The argument is the call's number. All of the call's own arguments are wrong, so that it does nothing. */
    public static void main(String[] arguments) {
        long result = CLibrary.calls().syscall(Long.parseLong(arguments[0]), 0, 0, 0, 0);
        boolean forbidden = result < 0
                && switch (Errno.last()) {
                    case EPERM, ENOSYS, EACCES -> true;
                    default -> false;
                };
        System.exit(forbidden ? FORBIDDEN : PERMITTED);
    }
}
