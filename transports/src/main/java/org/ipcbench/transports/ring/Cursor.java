package org.ipcbench.transports.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How many messages one side has put into a ring, or taken out of it, as the other side sees it. One side moves it, the
 * other waits for it; it has a block of the shared memory to itself, so that neither disturbs the other's writes:
 *
 * <ul>
 *   <li>from byte 0: the position, a long,
 *   <li>from byte 8: whether the side that moves it has closed, an int.
 * </ul>
 *
 * The rest of the block is free for whatever a way of {@link Waiting} has to tell the side that moves the cursor.
 */
final class Cursor {
    /** Two cache lines, because processors fetch lines in pairs. */
    static final int BYTES = 128;

    private static final int POSITION = 0;
    private static final int CLOSED = 8;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    /** A cursor in a block of memory, which begins at an address that is a multiple of {@value #BYTES}. */
    Cursor(ByteBuffer block) {
        memory = block;
    }

    /** Where the other side is; all it wrote before it came there is visible from now on. */
    long position() {
        return (long) LONGS.getAcquire(memory, POSITION);
    }

    /** Moves on, after everything written before. */
    void moveTo(long position) {
        LONGS.setRelease(memory, POSITION, position);
    }

    /** Whether the side that moves it has closed: where it is now, it stays. */
    boolean isClosed() {
        return (int) INTS.getAcquire(memory, CLOSED) != 0;
    }

    void close() {
        INTS.setRelease(memory, CLOSED, 1);
    }
}
