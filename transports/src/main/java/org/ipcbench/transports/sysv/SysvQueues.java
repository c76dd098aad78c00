package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.queue.Message;
import org.ipcbench.transports.queue.MessageQueue;
import org.ipcbench.transports.queue.QueueMaker;
import org.ipcbench.transports.shared.KernelSetting;

/** Makes System V message queues, within the limits of the running kernel. */
final class SysvQueues implements QueueMaker {
    private static final KernelSetting MAX_MESSAGE_BYTES = new KernelSetting("kernel.msgmax");
    private static final KernelSetting MAX_QUEUE = new KernelSetting("kernel.msgmnb");
    private static final KernelSetting QUEUES = new KernelSetting("kernel.msgmni");

    /** The limit that the remedy sets, unless the limit is that high already. */
    private static final int USUAL_BYTES = 1 << 20;

    /** Asks for a queue whose key nobody has, and does not make it. */
    private static final SystemCall OPEN = new SystemCall("msgget", 68, 186, 1);

    /** The largest value of {@code kernel.msgmni} that kernels accept. */
    private static final int MAX_QUEUES = 1 << 15;

    static Availability availability() {
        return MAX_MESSAGE_BYTES.availability(
                "System V message queues", "CONFIG_SYSVIPC", () -> CallFilter.isPossible(OPEN));
    }

    /** The limit of the running kernel; the suite's limit if it is not visible. */
    static SizeLimit sizeLimit() {
        return sizeLimit(
                MAX_MESSAGE_BYTES.value().orElse(Long.MAX_VALUE),
                MAX_QUEUE.value().orElse(Long.MAX_VALUE));
    }

    /** The settings that limit a message, as errors show them. */
    static String limits() {
        return "%s, %s".formatted(MAX_MESSAGE_BYTES, MAX_QUEUE);
    }

    /** The limit if the kernel has these limits. */
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

    /** How many messages a queue holds: bytes count, and a message's type does not. */
    static OptionalLong inFlight(int messageBytes, int bufferBytes) {
        OptionalLong queueBytes = bufferBytes > 0 ? OptionalLong.of(bufferBytes) : MAX_QUEUE.value();
        return queueBytes.isPresent() ? OptionalLong.of(queueBytes.getAsLong() / messageBytes) : queueBytes;
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
        Status.of(ObjectKind.MESSAGE_QUEUE, id); // fails if the queue is gone
        return new SysvQueue(id, null);
    }

    private static SysvObject create(ObjectKind kind, Session session) throws IOException {
        try {
            return SysvObject.create(kind, session.scratchDirectory(), 0);
        } catch (FailedCallException e) {
            String remedy = remedy(e.errno(), QUEUES.value().orElse(MAX_QUEUES));
            throw remedy.isEmpty() ? e : new IOException("%s: %s".formatted(e.getMessage(), remedy), e);
        }
    }

    /**
     * The remedy if {@code msgget} has failed; empty if none is known.
     *
     * @param mostQueues the value of {@code kernel.msgmni}
     */
    static String remedy(Errno errno, long mostQueues) {
        String fewer = "%s = %d queues; remove some (ipcs -q, ipcrm)".formatted(QUEUES.name(), mostQueues);
        return switch (errno) {
            case ENOSPC, EAGAIN ->
                mostQueues < MAX_QUEUES
                        ? "%s, or raise it by sysctl -w %s=%d"
                                .formatted(fewer, QUEUES.name(), Math.min(2 * mostQueues, MAX_QUEUES))
                        : fewer;
            case ENOMEM ->
                "the kernel has no memory for it, %s of up to %s bytes each, or give the container more memory"
                        .formatted(fewer, MAX_QUEUE);
            case EACCES, EPERM -> "a security policy forbids it, such as a container's profile; allow msgget there";
            default -> "";
        };
    }

    /** Fails if no queue can have this limit; 0 bytes keep the kernel's own. */
    static void requirePossible(int messageBytes, int queueBytes) throws IOException {
        if (queueBytes == 0) {
            return;
        }
        int least = Message.capacityFor(messageBytes);
        if (queueBytes < least) {
            throw new IOException("--buffer %d holds no message of %d bytes; give at least %d"
                    .formatted(queueBytes, messageBytes, least));
        }
        if (queueBytes > MAX_QUEUE.value().orElse(Long.MAX_VALUE)
                && !ProcessStatus.ofThisProcess().isCapable(ProcessStatus.CAP_SYS_RESOURCE)) {
            throw beyondLimit(queueBytes);
        }
    }

    private static IOException beyondLimit(int queueBytes) {
        return new IOException(
                "--buffer %d exceeds %s bytes, which takes a privilege; give less, or raise it by sysctl -w %s=%d"
                        .formatted(queueBytes, MAX_QUEUE, MAX_QUEUE.name(), queueBytes));
    }

    private static void setLimit(SysvObject object, Session session) throws IOException {
        int asked = session.bufferSizeBytes();
        try {
            Status.of(object.kind(), object.id()).setQueueLimit(asked);
        } catch (FailedCallException e) {
            throw switch (e.errno()) {
                case EPERM -> beyondLimit(asked);
                default -> e;
            };
        }
    }
}
