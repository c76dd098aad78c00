package org.ipcbench.transports.posix;

import java.nio.file.Path;
import org.ipcbench.kernel.ResourceLimits;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.queue.Message;

/**
 * The limit of kernel memory for all queues of a user, set by {@code ulimit -q}.
 *
 * @param bytes the current limit; {@link Long#MAX_VALUE} without limit
 */
record QueueLimit(long bytes) {
    private static final ResourceLimits LIMITS = new ResourceLimits(Path.of("/"));
    private static final String NAME = ResourceLimits.MESSAGE_QUEUES;

    /** Number of queues, one for each direction. */
    static final int QUEUES = 2;

    /**
     * Bytes that the kernel counts in addition to each message: its header and its place in the order, 48 bytes each
     * (getrlimit(2)).
     */
    private static final int BYTES_BESIDE_MESSAGE = 2 * 48;

    private static final String REMEDY = "ulimit -q unlimited raises it";

    static QueueLimit ofThisProcess() {
        return new QueueLimit(LIMITS.messageQueueBytes().orElse(Long.MAX_VALUE));
    }

    /**
     * The line of the limit, for example {@code Max msgqueue size 819200 819200 bytes}: the current limit, and the maximum
     * that a user may set.
     */
    static String line() {
        return LIMITS.messageQueueLine();
    }

    /** Whether the limit allows two queues of one small message, if there are no other queues. */
    Availability availability() {
        return messages(Message.HELLO_BYTES) > 0
                ? Availability.available()
                : Availability.unavailable(
                        "%s is %d bytes (/proc/self/limits), less than two queues take".formatted(NAME, bytes), REMEDY);
    }

    /** What makes room for more messages. */
    String remedy(boolean isBufferGiven) {
        return "%s is %d bytes, %s%s"
                .formatted(
                        NAME,
                        bytes,
                        REMEDY,
                        isBufferGiven ? "; or give a smaller --buffer" : "; or give fewer --clients");
    }

    /** How many messages of this size each of two queues may hold, if there are no other queues. */
    long messages(int messageBytes) {
        return bytes / QUEUES / (messageBytes + BYTES_BESIDE_MESSAGE);
    }

    /** The largest message that fits into both limits, this and the other one. */
    SizeLimit and(SizeLimit other) {
        long largestBytes = bytes / QUEUES - BYTES_BESIDE_MESSAGE;
        return largestBytes < other.maximumBytes()
                ? new SizeLimit((int) Math.max(1, largestBytes), "%s is %d bytes, %s".formatted(NAME, bytes, REMEDY))
                : other;
    }
}
