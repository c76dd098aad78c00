package org.ipcbench.transports.posix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalLong;
import org.ipcbench.kernel.ProcessStatus;
import org.ipcbench.kernel.ResourceLimits;
import org.ipcbench.kernel.ResourceLimits.DescriptorLimit;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.CText;
import org.ipcbench.transports.libc.CallFilter;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.libc.SystemCall;
import org.ipcbench.transports.queue.Message;
import org.ipcbench.transports.queue.MessageQueue;
import org.ipcbench.transports.queue.MessageQueue.MessageKind;
import org.ipcbench.transports.queue.QueueTransport.QueueMaker;
import org.ipcbench.transports.shared.KernelSetting;
import org.ipcbench.transports.shared.OwnerRecord;

/** Makes POSIX message queues, within the limits of the running kernel. */
final class PosixQueues implements QueueMaker {
    private static final KernelSetting MAX_MESSAGE_BYTES = new KernelSetting("fs.mqueue.msgsize_max");
    private static final KernelSetting MAX_MESSAGES = new KernelSetting("fs.mqueue.msg_max");
    private static final KernelSetting QUEUES = new KernelSetting("fs.mqueue.queues_max");

    /** The kernel's default number of messages, which needs no privilege. */
    private static final int USUAL_MESSAGES = 10;

    /** The kernel's default number of queues of all users. */
    private static final int USUAL_QUEUES = 256;

    /** Opens a queue without a name, which fails. */
    private static final SystemCall OPEN = new SystemCall("mq_open", 240, 180);

    /** Maximum number of messages with any setting or privilege. */
    private static final int MAX_SETTING_MESSAGES = 1 << 16;

    /** Maximum size of a message with any setting, in bytes. */
    private static final int MAX_SETTING_BYTES = 16 << 20;

    private static final int O_RDONLY = 0;
    private static final int O_WRONLY = 1;
    private static final int O_RDWR = 2;
    private static final int O_CREAT = 0100;
    private static final int O_EXCL = 0200;
    private static final int FOR_THIS_USER_ALONE = 0600;

    /** {@code struct mq_attr}: eight words; two of them count when a queue is made. */
    static final int ATTRIBUTES_BYTES = 64;

    static final int MAX_MESSAGES_AT = 8;
    private static final int MESSAGE_SIZE_AT = 16;

    static Availability availability() {
        return MAX_MESSAGE_BYTES
                .availability("POSIX message queues", "CONFIG_POSIX_MQUEUE", () -> CallFilter.isPossible(OPEN))
                .and(() -> QueueLimit.ofThisProcess().availability());
    }

    /** The limit of the running kernel, as far as it is visible, and of this user. */
    static SizeLimit sizeLimit() {
        return QueueLimit.ofThisProcess()
                .and(sizeLimit(MAX_MESSAGE_BYTES.value().orElse(MAX_SETTING_BYTES)));
    }

    /** The limit if {@code fs.mqueue.msgsize_max} is this many bytes. */
    static SizeLimit sizeLimit(long largestMessageBytes) {
        return largestMessageBytes < MAX_SETTING_BYTES
                ? new SizeLimit(
                        (int) largestMessageBytes,
                        "sysctl -w %s=%d raises it to %d bytes; ulimit -q has to allow for two queues of %d messages"
                                .formatted(
                                        MAX_MESSAGE_BYTES.name(), MAX_SETTING_BYTES, MAX_SETTING_BYTES, USUAL_MESSAGES))
                : new SizeLimit(MAX_SETTING_BYTES, "");
    }

    @Override
    public MessageQueue create(Session session) throws IOException {
        int messageBytes = Message.capacityFor(session.maxMessageBytes());
        long messages = messagesIn(session, messageBytes);
        return make(QueueName.choose(session.scratchDirectory()), messages, messageBytes);
    }

    /** Makes the queue whose name has been recorded. */
    static MessageQueue make(QueueName name, long messages, int messageBytes) throws IOException {
        ByteBuffer attributes = ByteBuffer.allocateDirect(ATTRIBUTES_BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(MAX_MESSAGES_AT, messages)
                .putLong(MESSAGE_SIZE_AT, messageBytes);
        try {
            PosixQueue made = new PosixQueue(
                    name, open(name, O_RDWR | O_CREAT | O_EXCL, FOR_THIS_USER_ALONE, CLibrary.addressOf(attributes)));
            OwnerRecord record = Objects.requireNonNull(name.record());
            if (!record.exists()) {
                made.close();
                throw record.gone("mq_open");
            }
            return made;
        } catch (FailedCallException e) {
            name.unlink();
            throw new IOException(
                    "%s, for %d messages of %d bytes%s"
                            .formatted(
                                    e.getMessage(),
                                    messages,
                                    messageBytes,
                                    remedyOfMaking(e.errno(), messages, messageBytes)),
                    e);
        }
    }

    @Override
    public MessageQueue join(String address) throws IOException {
        return open(address, O_RDONLY);
    }

    @Override
    public MessageQueue open(String address) throws IOException {
        return open(address, O_WRONLY);
    }

    private static MessageQueue open(String address, int access) throws IOException {
        QueueName name = QueueName.of(address);
        try {
            return new PosixQueue(name, open(name, access, 0, 0));
        } catch (FailedCallException e) {
            String remedy = remedyOfOpening(e.errno());
            if (remedy.isEmpty()) {
                throw e; // the caller checks the errno, because the queue may be gone
            }
            throw new IOException(e.getMessage() + remedy, e);
        }
    }

    private static int open(QueueName name, int flags, int mode, long attributesAddress) throws FailedCallException {
        int descriptor =
                CText.pass(name.text(), address -> CLibrary.calls().mq_open(address, flags, mode, attributesAddress));
        CLibrary.check("mq_open", descriptor);
        return descriptor;
    }

    private static long messagesIn(Session session, int messageBytes) {
        return session.bufferSizeBytes() > 0
                ? session.bufferSizeBytes() / messageBytes
                : usualMessages(messageBytes, session.connections());
    }

    /** Fails if the kernel and this user's limit allow no queues of this size; 0 bytes mean the usual size. */
    static void requirePossible(int messageBytes, int bufferBytes, int connections) throws IOException {
        int capacityBytes = Message.capacityFor(messageBytes);
        long messages = bufferBytes > 0 ? bufferBytes / capacityBytes : usualMessages(capacityBytes, connections);
        if (messages == 0) {
            throw new IOException("--buffer %d holds no message of %d bytes; give at least %d"
                    .formatted(bufferBytes, messageBytes, capacityBytes));
        }
        boolean isPrivileged = ProcessStatus.ofThisProcess().isCapable(ProcessStatus.CAP_SYS_RESOURCE);
        if (messages
                > (isPrivileged ? MAX_SETTING_MESSAGES : MAX_MESSAGES.value().orElse(MAX_SETTING_MESSAGES))) {
            throw new IOException("--buffer %d is %d messages for a queue%s"
                    .formatted(bufferBytes, messages, remedyOfMaking(Errno.EINVAL, messages, capacityBytes)));
        }
        QueueLimit limit = QueueLimit.ofThisProcess();
        if (messages * connections > limit.messages(capacityBytes)) {
            throw new IOException("%d queues of %d messages of %d bytes exceed the limit of all queues of a user; %s"
                    .formatted(
                            QueueLimit.QUEUES * connections, messages, capacityBytes, limit.remedy(bufferBytes > 0)));
        }
    }

    /** The capacity of a queue in messages; by default within the limits. */
    static OptionalLong inFlight(int messageBytes, int bufferBytes) {
        int capacityBytes = Message.capacityFor(messageBytes);
        if (bufferBytes != 0) {
            return OptionalLong.of(bufferBytes / capacityBytes);
        }
        return OptionalLong.of(usualMessages(capacityBytes, 1));
    }

    /** The usual capacity, within the limits for the queues of all connections together. */
    private static long usualMessages(int capacityBytes, int connections) {
        long allowed = Math.max(1, QueueLimit.ofThisProcess().messages(capacityBytes) / connections);
        return Math.min(USUAL_MESSAGES, Math.min(MAX_MESSAGES.value().orElse(USUAL_MESSAGES), allowed));
    }

    /** The remedy after the message of a failure to make a queue; empty if none is known. */
    static String remedyOfMaking(Errno errno, long messages, int messageBytes) {
        return switch (errno) {
            case EINVAL ->
                MAX_MESSAGES.value().isEmpty()
                        ? "; %s and %s without privilege: give a smaller --buffer, or ask for smaller messages (-s)"
                                .formatted(MAX_MESSAGES, MAX_MESSAGE_BYTES)
                        : remedyOfTooMany(messages, messageBytes);
            case EMFILE -> // for either limit
                "; %s for all queues of a user: give a smaller --buffer, or raise it by ulimit -q unlimited; or %s"
                        .formatted(
                                QueueLimit.line(),
                                DescriptorLimit.ofThisProcess().remedy());
            case ENOSPC ->
                "; %s: remove queues, or raise it by sysctl -w %s=%d"
                        .formatted(QUEUES, QUEUES.name(), 2 * QUEUES.value().orElse(USUAL_QUEUES));
            case ENOMEM -> "; the kernel has no memory for it: give a smaller --buffer, or the container more memory";
            case EACCES, EPERM -> "; a security policy forbids it, such as a container's profile: allow mq_open there";
            case EEXIST -> "; another process has just created one with this name: try again";
            default -> remedyOfOpening(errno);
        };
    }

    private static String remedyOfTooMany(long messages, int messageBytes) {
        return messages > MAX_SETTING_MESSAGES
                ? "; %s without privilege, and no kernel takes more than %d: give a --buffer of at most %d, "
                                .formatted(
                                        MAX_MESSAGES, MAX_SETTING_MESSAGES, (long) MAX_SETTING_MESSAGES * messageBytes)
                        + "and raise it by sysctl -w %s=%d".formatted(MAX_MESSAGES.name(), MAX_SETTING_MESSAGES)
                : "; %s without privilege: give a smaller --buffer, or raise it by sysctl -w %s=%d"
                        .formatted(MAX_MESSAGES, MAX_MESSAGES.name(), messages);
    }

    /** The remedy of a failure to open another process's queue. */
    static String remedyOfOpening(Errno errno) {
        return switch (errno) {
            case EMFILE -> "; " + DescriptorLimit.ofThisProcess().remedy();
            case ENFILE ->
                "; all processes together have too many files open: close some, or raise fs.file-max by sysctl";
            case ENOMEM -> "; the kernel has no memory for it: give the container more memory";
            case EACCES, EPERM -> "; it is another user's, or a security policy forbids it";
            default -> "";
        };
    }

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
                            "%s is %d bytes (/proc/self/limits), less than two queues take".formatted(NAME, bytes),
                            REMEDY);
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
                    ? new SizeLimit(
                            (int) Math.max(1, largestBytes), "%s is %d bytes, %s".formatted(NAME, bytes, REMEDY))
                    : other;
        }
    }

    /**
     * An open POSIX message queue. A message's priority tells its kind, and the kernel delivers messages of a higher priority
     * first. The kernel writes a received priority to the word before the payload.
     */
    private static final class PosixQueue implements MessageQueue {
        private static final int DATA = priority(MessageKind.DATA);
        private static final int END = priority(MessageKind.END);

        private static final int TIMESPEC_BYTES = 16;

        private final LibC libc = CLibrary.calls();
        private final QueueName name;
        private final int descriptor;

        /** The start of 1970 as a deadline that has passed, with which calls return at once. */
        private final ByteBuffer past = ByteBuffer.allocateDirect(TIMESPEC_BYTES);

        private final long pastAddress = CLibrary.addressOf(past);

        private boolean open = true;

        PosixQueue(QueueName name, int descriptor) {
            this.name = name;
            this.descriptor = descriptor;
        }

        @Override
        public String address() {
            return name.text();
        }

        /** Messages count, whatever their size. */
        @Override
        public long capacity(int messageBytes) throws FailedCallException {
            ByteBuffer attributes =
                    ByteBuffer.allocateDirect(PosixQueues.ATTRIBUTES_BYTES).order(ByteOrder.nativeOrder());
            CLibrary.check("mq_getattr", libc.mq_getattr(descriptor, CLibrary.addressOf(attributes)));
            return attributes.getLong(PosixQueues.MAX_MESSAGES_AT);
        }

        @Override
        public void send(Message message, int length) throws FailedCallException {
            while (libc.mq_send(descriptor, message.payloadAddress(), length, DATA) < 0) {
                FailedCallException.unlessInterrupted("mq_send");
            }
        }

        @Override
        public boolean offer(Message message, MessageKind kind, int length) throws FailedCallException {
            int result = libc.mq_timedsend(descriptor, message.payloadAddress(), length, priority(kind), pastAddress);
            if (result < 0) {
                requireTimeout("mq_timedsend");
            }
            return result == 0;
        }

        @Override
        public int receive(Message message, int length) throws FailedCallException {
            long received;
            do {
                received = libc.mq_receive(
                        descriptor, message.payloadAddress(), message.capacityBytes(), message.wordAddress());
                if (received < 0) {
                    FailedCallException.unlessInterrupted("mq_receive");
                }
            } while (received < 0 || message.shortWord() > DATA); // skips strangers who had opened the queue before
            return message.shortWord() == END ? NONE : (int) received;
        }

        @Override
        public int receiveNow(Message message, int length) throws FailedCallException {
            long received = receiveNow(message);
            if (received < 0) {
                return switch (Errno.last()) {
                    case ETIMEDOUT, EINTR -> NOT_YET;
                    default -> throw FailedCallException.last("mq_timedreceive");
                };
            }
            int priority = message.shortWord();
            return priority > DATA ? NOT_YET : priority == END ? NONE : (int) received; // a stranger's counts as none
        }

        @Override
        public int poll(Message message, MessageKind kind) throws FailedCallException {
            long received;
            do {
                received = receiveNow(message);
                if (received < 0) {
                    requireTimeout("mq_timedreceive");
                    return NONE;
                }
            } while (message.shortWord() != priority(kind));
            return (int) received;
        }

        @Override
        public void hide() throws IOException {
            name.unlink();
        }

        @Override
        public void close() throws IOException {
            if (open) {
                open = false; // the descriptor is closed even if mq_close fails
                try {
                    name.unlink();
                } finally {
                    CLibrary.check("mq_close", libc.mq_close(descriptor));
                }
            }
        }

        private long receiveNow(Message message) {
            return libc.mq_timedreceive(
                    descriptor, message.payloadAddress(), message.capacityBytes(), message.wordAddress(), pastAddress);
        }

        private static void requireTimeout(String call) throws FailedCallException {
            FailedCallException failure = FailedCallException.last(call);
            if (failure.errno() != Errno.ETIMEDOUT && failure.errno() != Errno.EINTR) {
                throw failure;
            }
        }

        private static int priority(MessageKind kind) {
            return switch (kind) {
                case END -> 0;
                case DATA -> 1;
                case HELLO -> 2;
            };
        }
    }
}
