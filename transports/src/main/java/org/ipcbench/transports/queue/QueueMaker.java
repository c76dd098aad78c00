package org.ipcbench.transports.queue;

import java.io.IOException;
import org.ipcbench.transport.Session;

/** Makes and opens queues of one sort. */
public interface QueueMaker {

    /** Makes a queue, accessible only to this user, that this process reads and removes. */
    MessageQueue create(Session session) throws IOException;

    /** Opens the queue at this address for writing. */
    MessageQueue open(String address) throws IOException;
}
