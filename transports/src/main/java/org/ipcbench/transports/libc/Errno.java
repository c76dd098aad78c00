package org.ipcbench.transports.libc;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Why a call failed: the reasons that somebody asks for, or that one of our calls is known to meet, with the numbers that Linux
 * has on x86-64 and aarch64 alike.
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
    EINVAL(22),
    ENFILE(23),
    EMFILE(24),
    ENOSPC(28),
    EPIPE(32),
    ENOSYS(38),
    ENOMSG(42),
    EIDRM(43),
    ETIMEDOUT(110),
    EOWNERDEAD(130),
    ENOTRECOVERABLE(131);

    /** At each number the one that has it, or {@link #UNNAMED}. */
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
     * What {@code errno} was behind this thread's last call that saved it. For the hot path, where a failure is part of
     * life: unlike an exception it allocates nothing.
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
