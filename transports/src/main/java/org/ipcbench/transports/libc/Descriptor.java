package org.ipcbench.transports.libc;

import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file descriptor read and written by {@code read(2)} and {@code write(2)} themselves, on direct buffers; what
 * {@link java.nio.channels.FileChannel} does besides is left out. For one thread at a time; closing does not end another
 * thread's blocked call.
 */
public final class Descriptor implements ByteChannel {
    private static final int O_RDONLY = 0;
    private static final int O_WRONLY = 1;
    private static final int O_CLOEXEC = 02000000;

    private final LibC libc = CLibrary.calls();
    private final int descriptor;
    private boolean open = true;
    /** The buffer whose address is known; a caller has one for each direction and never changes it. */
    private @Nullable ByteBuffer known;

    private long address;

    private Descriptor(int descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * Opens a file by {@code open(2)}.
     *
     * @param access {@link StandardOpenOption#READ} or {@link StandardOpenOption#WRITE}
     */
    public static Descriptor open(Path path, StandardOpenOption access) throws FailedCallException {
        int flags = flag(access) | O_CLOEXEC;
        int descriptor = CText.pass(path.toString(), address -> CLibrary.calls().open(address, flags));
        CLibrary.check("open of " + path, descriptor);
        return new Descriptor(descriptor);
    }

    /** Returns -1 where the other side has closed. */
    @Override
    public int read(ByteBuffer target) throws FailedCallException {
        int position = target.position();
        long start = addressOf(target) + position;
        long count = libc.read(descriptor, start, target.remaining());
        while (count < 0) {
            FailedCallException.unlessInterrupted("read");
            count = libc.read(descriptor, start, target.remaining());
        }
        target.position(position + (int) count);
        return count == 0 && target.hasRemaining() ? -1 : (int) count;
    }

    @Override
    public int write(ByteBuffer source) throws FailedCallException {
        int position = source.position();
        long start = addressOf(source) + position;
        long count = libc.write(descriptor, start, source.remaining());
        while (count < 0) {
            FailedCallException.unlessInterrupted("write");
            count = libc.write(descriptor, start, source.remaining());
        }
        source.position(position + (int) count);
        return (int) count;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() throws FailedCallException {
        if (open) {
            open = false; // the descriptor is gone even where close(2) fails
            CLibrary.check("close", libc.close(descriptor));
        }
    }

    private static int flag(StandardOpenOption access) {
        return switch (access) {
            case READ -> O_RDONLY;
            case WRITE -> O_WRONLY;
            default -> throw new IllegalArgumentException("a pipe's end is read or written, not " + access);
        };
    }

    @SuppressWarnings("ReferenceEquality") // the same memory, not the same content
    private long addressOf(ByteBuffer buffer) {
        if (buffer != known) {
            address = CLibrary.addressOf(buffer);
            known = buffer;
        }
        return address;
    }
}
