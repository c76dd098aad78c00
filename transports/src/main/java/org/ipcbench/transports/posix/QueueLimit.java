package org.ipcbench.transports.posix;

import java.nio.file.Path;
import org.ipcbench.kernel.ResourceLimits;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.queue.Message;

/**
 * How much kernel memory the queues of a user may take together, which {@code ulimit -q} sets.
 *
 * @param bytes the limit in force; {@link Long#MAX_VALUE} without limit
 */
record QueueLimit(long bytes) {
    private static final ResourceLimits LIMITS = new ResourceLimits(Path.of("/"));
    private static final String NAME = ResourceLimits.MESSAGE_QUEUES;

    /** One for each direction. */
    private static final int QUEUES = 2;

    /** Bytes that the kernel counts beside each message: its header and its place in the order, 48 bytes each (getrlimit(2)). */
    private static final int BYTES_BESIDE_MESSAGE = 2 * 48;

    private static final String REMEDY = "ulimit -q unlimited raises it";

    static QueueLimit ofThisProcess() {
        return new QueueLimit(LIMITS.messageQueueBytes().orElse(Long.MAX_VALUE));
    }

    /** For example {@code Max msgqueue size 819200 819200 bytes}: the limit now, and what a user may raise it to. */
    static String line() {
        return LIMITS.messageQueueLine();
    }

    /** Whether it allows for two queues of one small message, if there are no others. */
    Availability availability() {
        return messages(Message.HELLO_BYTES) > 0
                ? Availability.available()
                : Availability.unavailable(
                        "%s is %d bytes (/proc/self/limits), less than two queues take".formatted(NAME, bytes), REMEDY);
    }

    /** How many messages of this size each of two queues may hold, if there are no others. */
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
