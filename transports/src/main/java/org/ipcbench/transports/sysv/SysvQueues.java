package org.ipcbench.transports.sysv;

import java.io.IOException;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.queue.Message;
import org.ipcbench.transports.queue.MessageQueue;
import org.ipcbench.transports.queue.QueueMaker;
import org.ipcbench.transports.session.KernelSetting;

/** Makes System V message queues, within what the running kernel allows. */
final class SysvQueues implements QueueMaker {
    private static final KernelSetting LARGEST_MESSAGE = new KernelSetting("kernel.msgmax");
    private static final KernelSetting LARGEST_QUEUE = new KernelSetting("kernel.msgmnb");
    private static final KernelSetting QUEUES = new KernelSetting("kernel.msgmni");

    /** What the remedy raises the limit to, unless it is there already. */
    private static final int USUAL_BYTES = 1 << 20;

    static boolean areOffered() {
        return LARGEST_MESSAGE.exists();
    }

    /** The limit of the running kernel. */
    static SizeLimit sizeLimit() {
        return sizeLimit(LARGEST_MESSAGE.value(), LARGEST_QUEUE.value());
    }

    /** The limit where the kernel has these. */
    static SizeLimit sizeLimit(long largestMessageBytes, long largestQueueBytes) {
        long largest = Math.min(largestMessageBytes, largestQueueBytes);
        int most = SizeLimit.NONE.maximumBytes();
        if (largest >= most) {
            return SizeLimit.NONE;
        }
        int raised = largest < USUAL_BYTES ? USUAL_BYTES : most;
        return new SizeLimit(
                (int) Math.max(1, largest),
                "sysctl -w kernel.msgmax=%d kernel.msgmnb=%d raises it to %d bytes"
                        .formatted(raised, Math.max(raised, largestQueueBytes), raised));
    }

    @Override
    public MessageQueue create(Session session) throws IOException {
        SysvObject object = create(ObjectKind.MESSAGE_QUEUE, session);
        try {
            if (session.bufferSizeBytes() > 0) {
                setLimit(object, session);
            }
            return new SysvQueue(object.id(), object);
        } catch (IOException e) {
            object.remove();
            throw e;
        }
    }

    @Override
    public MessageQueue open(String address) throws IOException {
        int id = Integer.parseInt(address);
        Status.of(ObjectKind.MESSAGE_QUEUE, id); // fails where it is gone
        return new SysvQueue(id, null);
    }

    private static SysvObject create(ObjectKind kind, Session session) throws IOException {
        try {
            return SysvObject.create(kind, session.scratchDirectory(), 0);
        } catch (FailedCallException e) {
            throw switch (e.errno()) {
                case ENOSPC ->
                    new IOException(
                            "%s: %s queues; remove some (ipcs -q, ipcrm), or raise it by sysctl -w %s=%d"
                                    .formatted(e.getMessage(), QUEUES, QUEUES.name(), 2 * QUEUES.value()),
                            e);
                default -> e;
            };
        }
    }

    private static void setLimit(SysvObject object, Session session) throws IOException {
        int asked = session.bufferSizeBytes();
        int least = Message.capacityFor(session.messageSizeBytes());
        if (asked < least) {
            throw new IOException("--buffer %d holds no message of %d bytes; give at least %d"
                    .formatted(asked, session.messageSizeBytes(), least));
        }
        try {
            Status.of(object.kind(), object.id()).setQueueLimit(asked);
        } catch (FailedCallException e) {
            throw switch (e.errno()) {
                case EPERM ->
                    new IOException(
                            "--buffer %d: %s: %s bytes without privilege; give less, or raise it by sysctl -w %s=%d"
                                    .formatted(asked, e.getMessage(), LARGEST_QUEUE, LARGEST_QUEUE.name(), asked),
                            e);
                default -> e;
            };
        }
    }
}
