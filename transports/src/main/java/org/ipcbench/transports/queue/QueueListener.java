package org.ipcbench.transports.queue;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/** The server's queue before a client has connected. */
public final class QueueListener implements Listener {
    private final QueueMaker queues;
    private final Session session;
    private final MessageQueue source;
    private boolean accepted;

    public QueueListener(QueueMaker queues, Session session) throws IOException {
        this.queues = queues;
        this.session = session;
        source = queues.create(session);
    }

    @Override
    public String address() {
        return source.address();
    }

    @Override
    public Channel accept() throws IOException {
        MessageQueue sink = new QueueAuthentication(queues, session).verifyClient(source);
        Channel channel = QueueChannel.over(sink, source, session);
        accepted = true; // the queue belongs to the channel
        return channel;
    }

    @Override
    public void close() throws IOException {
        if (!accepted) {
            source.close();
        }
    }
}
