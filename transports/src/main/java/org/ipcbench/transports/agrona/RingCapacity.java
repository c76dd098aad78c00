package org.ipcbench.transports.agrona;

import java.io.IOException;
import org.agrona.BitUtil;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.mapped.RingMemory;
import org.ipcbench.transports.shared.RingGeometry;

/**
 * The capacity of Agrona's ring for one direction.
 *
 * @param bytes space for messages with their headers, in bytes; a power of two
 */
record RingCapacity(int bytes) {
    /** The capacity of the suite's rings: it fits into the second-level cache and outlasts a short pause of the reader. */
    private static final RingCapacity USUAL = new RingCapacity(1 << 20);

    private static final RingCapacity MAX = new RingCapacity(1 << 30);

    /** Agrona's own bound of a message. */
    private static final int MESSAGES_PER_RING = 8;

    private static final int LINE_BYTES = 64;

    /**
     * The capacity for messages of this size.
     *
     * @param wanted the user's choice, in bytes; 0 means the usual capacity
     * @param largestRing the largest size of a ring, in bytes
     * @throws IOException if Agrona does not have the capacity that was asked for, or it is too small for the messages
     */
    static RingCapacity of(int messageBytes, int wanted, long largestRing) throws IOException {
        RingCapacity least = forMessages(messageBytes);
        if (wanted == 0) {
            int usual = Math.min(USUAL.bytes, largestIn(largestRing).bytes);
            return least.bytes > usual ? least : new RingCapacity(usual);
        }
        if (Integer.bitCount(wanted) != 1 || wanted < least.bytes || wanted > MAX.bytes) {
            throw new IOException(
                    "--buffer %d is not a capacity of a ring for messages of %d bytes; it must be a power of two between %d and %d"
                            .formatted(wanted, messageBytes, least.bytes, MAX.bytes));
        }
        return new RingCapacity(wanted);
    }

    /** The largest capacity that fits into a ring of this number of bytes. */
    static RingCapacity largestIn(long ringBytes) {
        long room = Math.max(LINE_BYTES, ringBytes - RingGeometry.HEADER_BYTES - RingBufferDescriptor.TRAILER_LENGTH);
        return room >= MAX.bytes ? MAX : new RingCapacity(Integer.highestOneBit((int) room));
    }

    /** The limit of messages on this machine, which depends on its memory. */
    static SizeLimit sizeLimit(long largestRing) {
        RingCapacity largest = largestIn(largestRing);
        return new SizeLimit(largest.longestMessage(), largest.equals(MAX) ? "" : RingMemory.REMEDY);
    }

    /** The length of the longest message, in bytes. */
    int longestMessage() {
        return bytes / MESSAGES_PER_RING;
    }

    /** How many messages of this size fit; Agrona keeps space for one more header. */
    long messages(int messageBytes) {
        int recordBytes = BitUtil.align(messageBytes + RecordDescriptor.HEADER_LENGTH, RecordDescriptor.ALIGNMENT);
        return ((long) bytes - RecordDescriptor.HEADER_LENGTH) / recordBytes;
    }

    /** The geometry of this memory as a ring of cache lines, including Agrona's data after the messages. */
    RingGeometry geometry() {
        return new RingGeometry((bytes + RingBufferDescriptor.TRAILER_LENGTH) / LINE_BYTES, LINE_BYTES);
    }

    private static RingCapacity forMessages(int messageBytes) {
        return messageBytes > MAX.longestMessage()
                ? MAX
                : new RingCapacity(MESSAGES_PER_RING
                        * BitUtil.findNextPositivePowerOfTwo(Math.max(messageBytes, LINE_BYTES / MESSAGES_PER_RING)));
    }
}
