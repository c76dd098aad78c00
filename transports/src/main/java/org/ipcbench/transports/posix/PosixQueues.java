package org.ipcbench.transports.posix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.queue.Message;
import org.ipcbench.transports.queue.MessageQueue;
import org.ipcbench.transports.queue.QueueMaker;
import org.ipcbench.transports.session.KernelSetting;

/** Makes POSIX message queues, within what the running kernel allows. */
final class PosixQueues implements QueueMaker {
    private static final KernelSetting LARGEST_MESSAGE = new KernelSetting("fs.mqueue.msgsize_max");
    private static final KernelSetting MOST_MESSAGES = new KernelSetting("fs.mqueue.msg_max");
    private static final KernelSetting QUEUES = new KernelSetting("fs.mqueue.queues_max");

    /** What the kernel takes by default, and lets everybody have as it is set up. */
    private static final int USUAL_MESSAGES = 10;

    /** No setting exceeds this. */
    private static final int LARGEST_SETTING_BYTES = 16 << 20;

    private static final int O_WRONLY = 1;
    private static final int O_RDWR = 2;
    private static final int O_CREAT = 0100;
    private static final int O_EXCL = 0200;
    private static final int FOR_THIS_USER_ALONE = 0600;

    /** {@code struct mq_attr}: eight words, of which two count when a queue is made. */
    private static final int ATTRIBUTES_BYTES = 64;

    private static final int MOST_MESSAGES_AT = 8;
    private static final int MESSAGE_SIZE_AT = 16;

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String LIMIT_OF_ALL_QUEUES = "Max msgqueue size";

    static boolean areOffered() {
        return LARGEST_MESSAGE.exists();
    }

    /** The limit of the running kernel. */
    static SizeLimit sizeLimit() {
        return sizeLimit(LARGEST_MESSAGE.value());
    }

    /** The limit where {@code fs.mqueue.msgsize_max} is this many bytes. */
    static SizeLimit sizeLimit(long largestMessageBytes) {
        return largestMessageBytes < LARGEST_SETTING_BYTES
                ? new SizeLimit(
                        (int) largestMessageBytes,
                        "sysctl -w %s=%d raises it to %d bytes; ulimit -q has to allow for two queues of %d messages"
                                .formatted(
                                        LARGEST_MESSAGE.name(),
                                        LARGEST_SETTING_BYTES,
                                        LARGEST_SETTING_BYTES,
                                        USUAL_MESSAGES))
                : new SizeLimit(LARGEST_SETTING_BYTES, "");
    }

    @Override
    public MessageQueue create(Session session) throws IOException {
        int messageBytes = Message.capacityFor(session.messageSizeBytes());
        long messages = messagesIn(session, messageBytes);
        ByteBuffer attributes = ByteBuffer.allocateDirect(ATTRIBUTES_BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(MOST_MESSAGES_AT, messages)
                .putLong(MESSAGE_SIZE_AT, messageBytes);
        QueueName name = QueueName.choose(session.scratchDirectory());
        try {
            return new PosixQueue(
                    name, open(name, O_RDWR | O_CREAT | O_EXCL, FOR_THIS_USER_ALONE, CLibrary.addressOf(attributes)));
        } catch (FailedCallException e) {
            name.unlink();
            throw new IOException(
                    "%s, for %d messages of %d bytes; %s"
                            .formatted(e.getMessage(), messages, messageBytes, remedy(e, messages)),
                    e);
        }
    }

    @Override
    public MessageQueue open(String address) throws IOException {
        QueueName name = QueueName.of(address);
        return new PosixQueue(name, open(name, O_WRONLY, 0, 0));
    }

    private static int open(QueueName name, int flags, int mode, long attributesAddress) throws FailedCallException {
        int descriptor = CLibrary.calls()
                .mq_open(Objects.requireNonNull(name.text()), flags, mode, attributesAddress); // C would follow null
        CLibrary.check("mq_open", descriptor);
        return descriptor;
    }

    private static long messagesIn(Session session, int messageBytes) throws IOException {
        if (session.bufferSizeBytes() == 0) {
            return Math.min(USUAL_MESSAGES, MOST_MESSAGES.value());
        }
        int messages = session.bufferSizeBytes() / messageBytes;
        if (messages == 0) {
            throw new IOException("--buffer %d holds no message of %d bytes; give at least %d"
                    .formatted(session.bufferSizeBytes(), session.messageSizeBytes(), messageBytes));
        }
        return messages;
    }

    private static String remedy(FailedCallException failure, long messages) throws IOException {
        return switch (failure.errno()) {
            case EINVAL ->
                "%s without privilege: give a smaller --buffer, or raise it by sysctl -w %s=%d"
                        .formatted(MOST_MESSAGES, MOST_MESSAGES.name(), messages);
            case EMFILE ->
                "%s for all queues of a user: give a smaller --buffer, or raise it by ulimit -q unlimited"
                        .formatted(limitOfAllQueues());
            case ENOSPC ->
                "%s: remove queues, or raise it by sysctl -w %s=%d"
                        .formatted(QUEUES, QUEUES.name(), 2 * QUEUES.value());
            default -> "the queue is made by no other process";
        };
    }

    /** For example {@code Max msgqueue size 819200 819200 bytes}: the limit now, and what a user may raise it to. */
    private static String limitOfAllQueues() throws IOException {
        List<String> limits = Files.readAllLines(LIMITS);
        return limits.stream()
                .filter(line -> line.startsWith(LIMIT_OF_ALL_QUEUES))
                .findFirst()
                .orElse("RLIMIT_MSGQUEUE")
                .replaceAll(" +", " ")
                .strip();
    }
}
