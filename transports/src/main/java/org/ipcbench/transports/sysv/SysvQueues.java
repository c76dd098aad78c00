package org.ipcbench.transports.sysv;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.queue.Message;
import org.ipcbench.transports.queue.MessageQueue;
import org.ipcbench.transports.queue.MessageQueue.MessageKind;
import org.ipcbench.transports.queue.MessageQueue.QueueIsGoneException;
import org.ipcbench.transports.queue.QueueTransport.QueueMaker;
import org.ipcbench.transports.shared.KernelSetting;
import org.jspecify.annotations.Nullable;

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
    public MessageQueue join(String address) throws IOException {
        return open(address);
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

    /**
     * A System V message queue. The word before a message's payload is its type, which tells its kind. The kernel delivers
     * messages of a lower type first, and never delivers those of a late stranger.
     */
    private static final class SysvQueue implements MessageQueue {
        private static final int DATA = type(MessageKind.DATA);
        private static final int END = type(MessageKind.END);

        /** A negative type, which asks for the first message of the lowest type up to its absolute value. */
        private static final int DATA_THEN_END = -END;

        private static final int IPC_NOWAIT = 04000;
        private static final int MSG_NOERROR = 010000;

        private final LibC libc = CLibrary.calls();
        private final int id;
        private final @Nullable SysvObject owned;

        /** @param owned the object to be removed by closing; null if the reader, another process, does */
        SysvQueue(int id, @Nullable SysvObject owned) {
            this.id = id;
            this.owned = owned;
        }

        @Override
        public String address() {
            return Integer.toString(id);
        }

        /** Bytes count, and a message's type does not. */
        @Override
        public long capacity(int messageBytes) throws IOException {
            return Status.of(ObjectKind.MESSAGE_QUEUE, id).queueLimit() / messageBytes;
        }

        @Override
        public void send(Message message, int length) throws IOException {
            message.setWord(DATA);
            while (libc.msgsnd(id, message.wordAddress(), length, 0) < 0) {
                FailedCallException failure = FailedCallException.last("msgsnd");
                if (failure.errno() != Errno.EINTR) {
                    throw unsent(failure, length);
                }
            }
        }

        @Override
        public boolean offer(Message message, MessageKind kind, int length) throws IOException {
            message.setWord(type(kind));
            if (libc.msgsnd(id, message.wordAddress(), length, IPC_NOWAIT) == 0) {
                return true;
            }
            FailedCallException failure = FailedCallException.last("msgsnd");
            if (failure.errno() != Errno.EAGAIN) {
                throw unsent(failure, length);
            }
            return false;
        }

        @Override
        public int receive(Message message, int length) throws IOException {
            long received = libc.msgrcv(id, message.wordAddress(), length, DATA_THEN_END, 0);
            while (received < 0) {
                FailedCallException failure = FailedCallException.last("msgrcv");
                if (failure.errno() == Errno.E2BIG) {
                    throw WrongLengthException.tooLong(length);
                }
                if (failure.errno() != Errno.EINTR) {
                    throw explained(failure);
                }
                received = libc.msgrcv(id, message.wordAddress(), length, DATA_THEN_END, 0);
            }
            return message.word() == DATA ? (int) received : NONE;
        }

        @Override
        public int receiveNow(Message message, int length) throws IOException {
            long received = libc.msgrcv(id, message.wordAddress(), length, DATA_THEN_END, IPC_NOWAIT);
            if (received >= 0) {
                return message.word() == DATA ? (int) received : NONE;
            }
            return switch (Errno.last()) {
                case ENOMSG, EINTR -> NOT_YET;
                case E2BIG -> throw WrongLengthException.tooLong(length);
                default -> throw explained(FailedCallException.last("msgrcv"));
            };
        }

        @Override
        public int poll(Message message, MessageKind kind) throws FailedCallException {
            long received = libc.msgrcv(
                    id, message.wordAddress(), message.capacityBytes(), type(kind), IPC_NOWAIT | MSG_NOERROR);
            if (received < 0) {
                FailedCallException failure = FailedCallException.last("msgrcv");
                if (failure.errno() != Errno.ENOMSG) {
                    throw failure;
                }
            }
            return (int) received;
        }

        @Override
        public void hide() {
            // only this user's processes know its id
        }

        @Override
        public void close() throws IOException {
            if (owned != null) {
                owned.remove();
            }
        }

        /** The kernel also answers EINVAL if the message is too long, which its settings tell beforehand where they are visible. */
        private IOException unsent(FailedCallException failure, int length) {
            if (failure.errno() == Errno.EINVAL && exists()) {
                return new IOException(
                        "a message of %d bytes exceeds what a queue takes here: %s"
                                .formatted(length, SysvQueues.limits()),
                        failure);
            }
            return explained(failure);
        }

        private boolean exists() {
            try {
                var unused = Status.of(ObjectKind.MESSAGE_QUEUE, id);
                return true;
            } catch (FailedCallException e) {
                return false;
            }
        }

        /**
         * The failure, or a {@link QueueIsGoneException} if it means that the queue is gone: the kernel answers EIDRM to a call
         * that waited while the queue was removed, and EINVAL to a later call.
         */
        private static IOException explained(FailedCallException failure) {
            return switch (failure.errno()) {
                case EIDRM, EINVAL -> new QueueIsGoneException(failure);
                default -> failure;
            };
        }

        private static int type(MessageKind kind) {
            return switch (kind) {
                case DATA -> 1;
                case END -> 2;
                case HELLO -> 3;
            };
        }
    }
}
