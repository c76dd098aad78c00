package org.ipcbench.transports.sysv;

import java.io.IOException;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.queue.Message;
import org.ipcbench.transports.queue.MessageQueue;
import org.ipcbench.transports.queue.MessageQueue.MessageKind;
import org.ipcbench.transports.queue.MessageQueue.QueueIsGoneException;
import org.jspecify.annotations.Nullable;

/**
 * A System V message queue. The word before a message's payload is its type, which tells its kind. The kernel delivers
 * messages of a lower type first, and never delivers those of a late stranger.
 */
final class SysvQueue implements MessageQueue {
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
        long received =
                libc.msgrcv(id, message.wordAddress(), message.capacityBytes(), type(kind), IPC_NOWAIT | MSG_NOERROR);
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
                    "a message of %d bytes exceeds what a queue takes here: %s".formatted(length, SysvQueues.limits()),
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
