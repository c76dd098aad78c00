package org.ipcbench.transports.mapped;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * The number of messages that one side has put into a ring, or taken out of it, visible to the other side. One side moves
 * the cursor, the other waits for it. The cursor has a separate block of the shared memory, so that neither side disturbs
 * the other's writes:
 *
 * <ul>
 * <li>from byte 0: the position, a long,
 * <li>from byte 8: whether the side that moves it has closed, an int.
 * <li>from byte 128, a separate cache line even if lines have 128 bytes or are fetched in pairs: who of the other
 * side sleeps until the cursor moves, a long. Only {@link Sleeping} touches it.
 * </ul>
 */
public final class Cursor {
    /** Size of one of the two cursors in a ring's header. */
    public static final int BYTES = RingGeometry.HEADER_BYTES / 2;

    /** In place of a sleeper. */
    static final long NOBODY = 0;

    private static final int POSITION = 0;
    private static final int CLOSED = 8;
    private static final int SLEEPER = 128;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;
    /** Zero until it is needed, because finding the address loads native code. */
    private long sleeperAddress;

    /** A cursor in a block of memory, which begins at an address that is a multiple of {@value #BYTES}. */
    public Cursor(ByteBuffer block) {
        memory = block;
    }

    /** The position; everything that the other side wrote before it moved there is visible from now on. */
    public long position() {
        return (long) LONGS.getAcquire(memory, POSITION);
    }

    /** Moves the cursor; everything written before becomes visible with the move. */
    void moveTo(long position) {
        LONGS.setRelease(memory, POSITION, position);
    }

    /** Whether the side that moves the cursor has closed; it then moves no more. */
    public boolean isClosed() {
        return (int) INTS.getAcquire(memory, CLOSED) != 0;
    }

    public void close() {
        INTS.setRelease(memory, CLOSED, 1);
    }

    /**
     * Announces that the waiting side is about to sleep; everything it reads from now on is newer than this announcement.
     *
     * @param sleeper not 0
     */
    void announceSleeper(long sleeper) {
        LONGS.setVolatile(memory, SLEEPER, sleeper);
        VarHandle.fullFence();
    }

    /** Notes that the waiting side is awake. */
    void forgetSleeper() {
        LONGS.setOpaque(memory, SLEEPER, NOBODY);
    }

    /** Who sleeps on the other side, or is about to sleep without having seen the previous writes; {@link #NOBODY} if nobody does. */
    long sleeper() {
        VarHandle.fullFence();
        return (long) LONGS.getOpaque(memory, SLEEPER);
    }

    /** Address of the word that tells who sleeps: of its lower half, on the processors for which there are native calls. */
    long sleeperAddress() {
        if (sleeperAddress == 0) {
            sleeperAddress = CLibrary.addressOf(memory) + SLEEPER;
        }
        return sleeperAddress;
    }
}
