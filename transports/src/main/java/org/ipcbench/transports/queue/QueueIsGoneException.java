package org.ipcbench.transports.queue;

import java.io.IOException;

/** The queue will not be read any more. */
public final class QueueIsGoneException extends IOException {
    private static final long serialVersionUID = 1;

    public QueueIsGoneException(IOException cause) {
        super("the other side has closed the queue: " + cause.getMessage(), cause);
    }
}
