package org.ipcbench.transports.queue;

import java.io.IOException;
import org.ipcbench.transports.queue.MessageQueue.MessageKind;

/** Fills queues. */
public final class FilledQueue {
    private FilledQueue() {}

    /** Memory for a message up to this size. */
    public static Message message(int messageBytes) {
        return new Message(messageBytes);
    }

    /** How many messages an empty queue has room for; it is full then. */
    public static int roomOf(MessageQueue queue, int messageBytes) throws IOException {
        Message message = message(messageBytes);
        int count = 0;
        while (queue.offer(message, MessageKind.DATA, messageBytes)) {
            count++;
        }
        return count;
    }
}
