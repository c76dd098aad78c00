package org.ipcbench.transports.queue;

import java.io.Closeable;
import java.io.IOException;

/** One direction: a queue of the kernel; one process has made it and reads, another one writes. */
public interface MessageQueue extends Closeable {
    /** Returned by {@link #receive} and {@link #poll} instead of a length. */
    int NONE = -1;

    /** The address where others open the queue. */
    String address();

    /** Sends data, waiting for room. */
    void send(Message message, int length) throws IOException;

    /**
     * Sends something else, without waiting.
     *
     * @return whether there was room
     * @throws QueueIsGoneException if the reader has closed the queue, and the kernel tells
     */
    boolean offer(Message message, MessageKind kind, int length) throws IOException;

    /**
     * Waits for the next data.
     *
     * @param length that it should have; a queue that cannot find out without losing the rest fails if it is longer
     * @return how many bytes it has, or {@link #NONE} behind the last one
     */
    int receive(Message message, int length) throws IOException;

    /**
     * Looks for the next message of one kind, without waiting. Others may get lost, and of long ones the rest.
     *
     * @return how many bytes it has, or {@link #NONE}
     */
    int poll(Message message, MessageKind kind) throws IOException;

    /** Both sides have the queue open: others need not find it any more. */
    void hide() throws IOException;

    /** Leaves the queue; its maker removes it with all messages in it. */
    @Override
    void close() throws IOException;
}
