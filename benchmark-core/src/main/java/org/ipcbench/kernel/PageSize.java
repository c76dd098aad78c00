package org.ipcbench.kernel;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/** The size of the kernel's pages, in which it accounts for pipes and for the memory of sockets. */
public final class PageSize {
    /** What the kernel tells each process when it starts: pairs of a key and a value. */
    private static final Path START_VECTOR = Path.of("/proc/self/auxv");

    /** {@code AT_PAGESZ}. */
    private static final long PAGE_SIZE_KEY = 6;

    private PageSize() {}

    /** In bytes; empty if the kernel does not tell. */
    public static OptionalInt bytes() {
        try {
            return in(Files.readAllBytes(START_VECTOR));
        } catch (IOException e) {
            return OptionalInt.empty();
        }
    }

    static OptionalInt in(byte[] vector) {
        ByteBuffer pairs = ByteBuffer.wrap(vector).order(ByteOrder.nativeOrder());
        try {
            long key;
            do {
                key = pairs.getLong();
                long value = pairs.getLong();
                if (key == PAGE_SIZE_KEY) {
                    return OptionalInt.of(Math.toIntExact(value));
                }
            } while (key != 0);
            return OptionalInt.empty();
        } catch (BufferUnderflowException | ArithmeticException e) {
            return OptionalInt.empty();
        }
    }
}
