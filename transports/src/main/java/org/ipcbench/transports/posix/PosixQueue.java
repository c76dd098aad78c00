package org.ipcbench.transports.posix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.queue.Message;
import org.ipcbench.transports.queue.MessageQueue;
import org.ipcbench.transports.queue.MessageQueue.MessageKind;

/**
 * An open POSIX message queue. A message's priority tells its kind, and the kernel delivers messages of a higher priority
 * first. The kernel writes a received priority to the word before the payload.
 */
final class PosixQueue implements MessageQueue {
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
