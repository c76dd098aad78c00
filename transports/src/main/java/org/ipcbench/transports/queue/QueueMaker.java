package org.ipcbench.transports.queue;

import java.io.IOException;
import org.ipcbench.transport.Session;

/** Makes and opens queues of one sort. */
public interface QueueMaker {

    /** A new queue, for this user alone, that this process reads and removes. */
    MessageQueue create(Session session) throws IOException;

    /** The queue at this address, for writing to it. */
    MessageQueue open(String address) throws IOException;
}
