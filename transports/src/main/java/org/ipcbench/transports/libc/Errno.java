package org.ipcbench.transports.libc;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Reasons of failed calls: those that a caller asks for, or that are known to occur, with their numbers on Linux, which are
 * the same on x86-64 and aarch64.
 */
public enum Errno {
    /** Stands for every other number. */
    UNNAMED(0),
    EPERM(1),
    ENOENT(2),
    ESRCH(3),
    EINTR(4),
    E2BIG(7),
    EBADF(9),
    EAGAIN(11),
    ENOMEM(12),
    EACCES(13),
    EFAULT(14),
    EBUSY(16),
    EEXIST(17),
    EISDIR(21),
    EINVAL(22),
    ENFILE(23),
    EMFILE(24),
    ENOSPC(28),
    EPIPE(32),
    ERANGE(34),
    ENOSYS(38),
    ENOMSG(42),
    EIDRM(43),
    EOPNOTSUPP(95),
    ECONNRESET(104),
    ETOOMANYREFS(109),
    ETIMEDOUT(110),
    EOWNERDEAD(130),
    ENOTRECOVERABLE(131);

    /** The constant of each number, or {@link #UNNAMED}. */
    private static final Errno[] BY_NUMBER = byNumber();

    private final int number;

    Errno(int number) {
        this.number = number;
    }

    static Errno of(int number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : UNNAMED;
    }

    /** The number as an error shows it: {@code EAGAIN}, or {@code errno 71} if the number has no name here. */
    static String nameOf(int number) {
        Errno errno = of(number);
        return errno == UNNAMED ? "errno " + number : errno.name();
    }

    /**
     * The {@code errno} of this thread's last call that saved it. For the hot path, where failures are usual: unlike an
     * exception it does not allocate.
     */
    public static Errno last() {
        return of(CLibrary.lastErrorNumber());
    }

    private static Errno[] byNumber() {
        int highest = Stream.of(values())
                .max(Comparator.comparingInt(errno -> errno.number))
                .orElseThrow()
                .number;
        Errno[] table = new Errno[highest + 1];
        Arrays.fill(table, UNNAMED);
        for (Errno errno : values()) {
            table[errno.number] = errno;
        }
        return table;
    }
}
