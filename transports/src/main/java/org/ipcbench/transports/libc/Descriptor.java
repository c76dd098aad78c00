package org.ipcbench.transports.libc;

import java.io.Closeable;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An open file that is read and written directly by {@code read(2)} and {@code write(2)}, at addresses, without the
 * additional work of {@link java.nio.channels.FileChannel}. For one thread at a time; closing does not end another thread's
 * blocked call.
 */
public final class Descriptor implements Closeable {
    private static final int O_RDONLY = 0;
    private static final int O_WRONLY = 1;
    private static final int O_RDWR = 2;
    private static final int O_EXCL = 0200;
    private static final int O_CLOEXEC = 02000000;

    /** With the flag for a directory, whose number depends on the processor. */
    private static final int O_TMPFILE =
            020000000 | (System.getProperty("os.arch").equals("aarch64") ? 040000 : 0200000);

    private static final int AT_FDCWD = -100;
    private static final int FOR_THIS_USER_ALONE = 0600;
    private static final int O_NONBLOCK = 04000;
    private static final int CLOSED = -1;
    private static final int LAST_STANDARD_STREAM = 2;
    private static final String NOTHING = "/dev/null";
    private static final int F_SETPIPE_SZ = 1031;
    private static final int F_GETPIPE_SZ = 1032;
    private static final int MSG_DONTWAIT = 0x40;

    private static final SystemCall FCNTL = new SystemCall("fcntl", 72, 25);
    private static final int F_DUPFD_CLOEXEC = 1030;

    /** Returned by {@link #readNow} if there is nothing to read yet. */
    public static final int NOT_YET = -1;

    private final LibC libc = CLibrary.calls();
    /** Cleared as soon as the file is closed, because another file may get the number then. */
    private int number;

    private Descriptor(int number) {
        this.number = number;
    }

    /**
     * Opens a file by {@code open(2)}.
     *
     * @param access {@link StandardOpenOption#READ} or {@link StandardOpenOption#WRITE}
     */
    public static Descriptor open(Path path, StandardOpenOption access) throws FailedCallException {
        return open(path.toString(), flag(access));
    }

    private static Descriptor open(String path, int flags) throws FailedCallException {
        int number = CText.pass(path, address -> CLibrary.calls().open(address, flags | O_CLOEXEC));
        CLibrary.check("open of " + path, number);
        return new Descriptor(number);
    }

    /** Takes over an open file. */
    public static Descriptor of(int number) {
        return new Descriptor(number);
    }

    /** Another descriptor of the same file, which programs that this process starts do not inherit either. */
    public Descriptor copy() throws FailedCallException {
        return new Descriptor(
                (int) CLibrary.check("fcntl", libc.syscall(FCNTL.number(), number, F_DUPFD_CLOEXEC, 0, 0)));
    }

    /** Puts a copy in the place of one of this process's standard streams. */
    public Descriptor inPlaceOf(int standardStream) throws FailedCallException {
        CLibrary.check("dup2", libc.dup2(number, standardStream));
        return new Descriptor(standardStream);
    }

    /** Makes a file of this directory's file system that never has a name, so that it ends with the last process that has it. */
    public static Descriptor withoutName(Path directory) throws FailedCallException {
        int number = CText.pass(
                directory.toString(),
                address -> CLibrary.calls()
                        .openat(AT_FDCWD, address, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, FOR_THIS_USER_ALONE));
        CLibrary.check("open of a file without a name in " + directory, number);
        return new Descriptor(number);
    }

    /** Where the JDK can open the same file once more, as long as this descriptor is open. */
    public Path path() {
        return Path.of("/proc/self/fd", Integer.toString(number));
    }

    /** Opens a pipe for reading, without waiting for a writer. */
    public static Descriptor openNonBlocking(Path path) throws FailedCallException {
        return open(path.toString(), O_RDONLY | O_NONBLOCK);
    }

    /** Opens the same pipe for reading once more; the new end does not block, and this one blocks as before. */
    public Descriptor openNonBlocking() throws FailedCallException {
        return openNonBlocking(path());
    }

    /** Number of bytes for which the pipe has pages. */
    public int pipeBytes() throws FailedCallException {
        int bytes = libc.fcntl(number, F_GETPIPE_SZ, 0);
        CLibrary.check("fcntl", bytes);
        return bytes;
    }

    /** Gives the pipe pages for this number of bytes at least; a pipe that holds more than that keeps what it has, and fails. */
    public void setPipeBytes(int bytes) throws FailedCallException {
        CLibrary.check("fcntl", libc.fcntl(number, F_SETPIPE_SZ, bytes));
    }

    /** Reads as {@link #read} does, from an end that does not block; {@link #NOT_YET} if there is nothing. */
    public long readNow(long address, long lengthBytes) throws FailedCallException {
        return now("read", libc.read(number, address, lengthBytes));
    }

    /** Reads as {@link #read} does, from a socket, without waiting; {@link #NOT_YET} if there is nothing. */
    public long receiveNow(long address, long lengthBytes) throws FailedCallException {
        return now("recv", libc.recv(number, address, lengthBytes, MSG_DONTWAIT));
    }

    private static long now(String call, long count) throws FailedCallException {
        if (count >= 0) {
            return count;
        }
        return switch (Errno.last()) {
            case EAGAIN, EINTR -> NOT_YET;
            default -> throw FailedCallException.last(call);
        };
    }

    /** Reads once, at most this number of bytes. Returns the number of bytes read; 0 if the other side has closed. */
    public long read(long address, long lengthBytes) throws FailedCallException {
        long count = libc.read(number, address, lengthBytes);
        while (count < 0) {
            FailedCallException.unlessInterrupted("read");
            count = libc.read(number, address, lengthBytes);
        }
        return count;
    }

    /** Writes once, at most this number of bytes. Returns the number of bytes written. */
    public long write(long address, long lengthBytes) throws FailedCallException {
        long count = libc.write(number, address, lengthBytes);
        while (count < 0) {
            FailedCallException.unlessInterrupted("write");
            count = libc.write(number, address, lengthBytes);
        }
        return count;
    }

    /** In the place of a standard stream, {@code /dev/null} is left: what the process prints must not get into its next file. */
    @Override
    public void close() throws FailedCallException {
        if (number != CLOSED) {
            int closing = number;
            number = CLOSED; // also if close(2) fails
            if (closing <= LAST_STANDARD_STREAM) {
                try (Descriptor nothing = open(NOTHING, O_RDWR)) {
                    CLibrary.check("dup2", libc.dup2(nothing.number, closing));
                }
            } else {
                CLibrary.check("close", libc.close(closing));
            }
        }
    }

    private static int flag(StandardOpenOption access) {
        return switch (access) {
            case READ -> O_RDONLY;
            case WRITE -> O_WRONLY;
            default -> throw new IllegalArgumentException("a pipe's end is read or written, not " + access);
        };
    }
}
