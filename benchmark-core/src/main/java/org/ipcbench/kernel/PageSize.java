package org.ipcbench.kernel;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalInt;

/** The size of the kernel's pages, in which it accounts for pipes and for the memory of sockets. */
public final class PageSize {
    /** What the kernel tells each process when it starts: pairs of a key and a value. */
    private static final String START_VECTOR = "/proc/self/auxv";

    /** {@code AT_PAGESZ}. */
    private static final long PAGE_SIZE_KEY = 6;

    private PageSize() {}

    /** In bytes; empty if the kernel does not tell. */
    public static OptionalInt bytes() {
        try (InputStream vector = new FileInputStream(START_VECTOR)) { // see KernelFile
            return in(vector.readAllBytes());
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
