package org.ipcbench.transports.shared;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.transport.Room;

/**
 * The division of a ring's memory: a header for both sides' positions, then slots of one size, each for one message.
 *
 * @param slots number of slots, a power of two
 * @param strideBytes distance from one slot to the next, in bytes: the largest message, rounded up to whole cache lines
 */
public record RingGeometry(int slots, int strideBytes) {
    /** Offset of the slots: after two cache lines of 128 bytes for each side. */
    public static final int HEADER_BYTES = 512;

    /** Offset of the first ring in the shared memory, after the page for authentication. */
    public static final int FIRST_RING_AT = RingAuthentication.BYTES;

    /** Rings begin at pages, so that a cursor's blocks begin at multiples of their size. */
    private static final int PAGE_BYTES = 4096;

    /** Size of a ring's slots, small enough for the second-level cache, but large enough for a short pause of the reader. */
    private static final long MIN_BYTES = 1 << 20;

    private static final int MIN_SLOTS = 4;

    /** Maximum size; a ring of large messages has fewer slots instead of more memory. */
    private static final long MAX_BYTES = 1 << 30;

    private static final int LINE_BYTES = 64;

    /**
     * The geometry for messages of this size and a buffer of the requested size; 0 bytes mean the usual size.
     *
     * @param largestRing the maximum size of a ring, in bytes; a ring gets fewer slots to fit, unless the user gave its
     * size
     * @throws IOException if the size the user gave holds not even one message
     */
    public static RingGeometry of(int messageBytes, int bufferBytes, long largestRing) throws IOException {
        int stride = stride(messageBytes);
        return new RingGeometry(
                bufferBytes > 0
                        ? slotsIn(bufferBytes, stride, messageBytes)
                        : slots(stride, Math.min(MAX_BYTES, largestRing - HEADER_BYTES)),
                stride);
    }

    /** What a connection with two such rings holds. */
    public Room.Source room() {
        return unused -> Room.ofEach(slots, slots);
    }

    /** How many messages a full ring holds, including the one that is being read; empty if none fits. */
    public static OptionalLong inFlight(int messageBytes, int bufferBytes, long largestRing) {
        try {
            return OptionalLong.of(of(messageBytes, bufferBytes, largestRing).slots());
        } catch (IOException e) {
            return OptionalLong.empty(); // the cell fails with the reason
        }
    }

    /** The largest message that fits into a ring of {@code ringBytes}, in bytes. */
    public static long largestMessage(long ringBytes) {
        return (ringBytes - HEADER_BYTES) / LINE_BYTES * LINE_BYTES;
    }

    /** The largest size of one ring if both share {@code totalBytes}. */
    public static long largestRing(long totalBytes) {
        return (totalBytes - FIRST_RING_AT) / 2 / PAGE_BYTES * PAGE_BYTES;
    }

    /** Size of the authentication page and both rings, in bytes. */
    public long totalBytes() {
        return secondRingAt() + pages(ringBytes());
    }

    /** Offset of the second ring in the shared memory. */
    public long secondRingAt() {
        return FIRST_RING_AT + pages(ringBytes());
    }

    /** Size of the cursors and slots of one ring, in bytes. */
    public int ringBytes() {
        return HEADER_BYTES + slots * strideBytes;
    }

    private static long pages(long bytes) {
        return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }

    private static int stride(int messageSizeBytes) {
        return (messageSizeBytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    }

    private static int slots(int stride, long mostBytes) {
        long slots = MIN_SLOTS;
        while (slots * stride < MIN_BYTES) {
            slots *= 2;
        }
        while (slots > 1 && slots * stride > mostBytes) {
            slots /= 2;
        }
        return (int) slots;
    }

    private static int slotsIn(int bufferBytes, int stride, int messageSizeBytes) throws IOException {
        int slots = Integer.highestOneBit(Math.min(bufferBytes, Integer.MAX_VALUE - HEADER_BYTES) / stride);
        if (slots == 0) {
            throw new IOException("--buffer %d holds no message of %d bytes; give at least %d"
                    .formatted(bufferBytes, messageSizeBytes, stride));
        }
        return slots;
    }
}
