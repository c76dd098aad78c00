package com.example.chronicle;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/** The server's queues while nobody has connected. */
final class QueueListener implements Listener {
    private final QueueDirectory directory;
    private final QueueEnds ends;
    private final Session session;
    /** Whether the queues are a channel's, or gone. */
    private boolean done;

    private QueueListener(QueueDirectory directory, Session session) {
        this.directory = directory;
        this.session = session;
        ends = directory.server();
    }

    static QueueListener open(Session session) throws IOException {
        return new QueueListener(QueueDirectory.create(session.scratchDirectory()), session);
    }

    @Override
    public String address() {
        return directory.path().toString();
    }

    @Override
    public Channel accept() throws IOException {
        Authentication.verifyClient(ends, session);
        done = true;
        return new QueueChannel(ends, session.maxMessageBytes());
    }

    @Override
    public void close() throws IOException {
        if (!done) {
            done = true;
            ends.close();
            directory.delete();
        }
    }
}
