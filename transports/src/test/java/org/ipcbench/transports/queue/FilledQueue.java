package org.ipcbench.transports.queue;

import java.io.IOException;

/** Fills queues. */
public final class FilledQueue {
    private FilledQueue() {}

    /** How many messages an empty queue has room for; it is full then. */
    public static int roomOf(MessageQueue queue, int messageBytes) throws IOException {
        Message message = new Message(messageBytes);
        int count = 0;
        while (queue.offer(message, MessageKind.DATA, messageBytes)) {
            count++;
        }
        return count;
    }
}
