package org.ipcbench.transports.queue;

import java.io.Closeable;
import java.io.IOException;

/** One direction: a queue of the kernel. The process that has made it reads, another one writes. */
public interface MessageQueue extends Closeable {
    /** Returned by {@link #receive} and {@link #poll} instead of a length. */
    int NONE = -1;

    /** Returned by {@link #receiveNow} if there is no message yet. */
    int NOT_YET = -2;

    /** The address where others open the queue. */
    String address();

    /** Number of messages of this size that the queue takes while nobody receives, as the kernel tells. */
    long capacity(int messageBytes) throws IOException;

    /** Sends data, waiting for room. */
    void send(Message message, int length) throws IOException;

    /**
     * Sends a message of another kind, without waiting.
     *
     * @return whether there was room
     * @throws QueueIsGoneException if the reader has closed the queue, and the kernel reports that
     */
    boolean offer(Message message, MessageKind kind, int length) throws IOException;

    /**
     * Waits for the next data.
     *
     * @param length its expected length; if the message is longer, a queue that would lose the rest fails
     * @return its length in bytes, or {@link #NONE} after the last one
     */
    int receive(Message message, int length) throws IOException;

    /**
     * Receives the next data as {@link #receive} does, but without waiting.
     *
     * @return its length in bytes, {@link #NONE} after the last one, or {@link #NOT_YET}
     */
    int receiveNow(Message message, int length) throws IOException;

    /**
     * Receives the next message of one kind, without waiting. Messages of other kinds, and the rest of long messages, may
     * get lost.
     *
     * @return its length in bytes, or {@link #NONE}
     */
    int poll(Message message, MessageKind kind) throws IOException;

    /** Hides the queue from other processes, after both sides have opened it. */
    void hide() throws IOException;

    /** Leaves the queue; its maker removes it with all messages in it. */
    @Override
    void close() throws IOException;

    /** The queue will not be read any more. */
    static final class QueueIsGoneException extends IOException {
        private static final long serialVersionUID = 1;

        public QueueIsGoneException(IOException cause) {
            super("the other side has closed the queue: " + cause.getMessage(), cause);
        }
    }

    /** The kind of a message in a queue. Queues distinguish kinds by a number besides the payload. */
    enum MessageKind {
        /** A message of the session. */
        DATA,
        /**
         * The sender has closed. The message has no payload and is received after all data, independent of the time of sending.
         */
        END,
        /** A client's proof and the address for the answer, or the server's proof. */
        HELLO
    }
}
