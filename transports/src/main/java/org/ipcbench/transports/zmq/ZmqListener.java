package org.ipcbench.transports.zmq;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/** The server's sockets until the client has said hello; then they belong to the channel. */
final class ZmqListener implements Listener {
    private final Session session;
    private final ZmqSockets sockets;
    private boolean accepted;

    ZmqListener(Session session, ZmqProtocol protocol) throws IOException {
        this.session = session;
        sockets = ZmqSockets.ofServer(session, protocol);
    }

    @Override
    public String address() {
        return sockets.endpoint();
    }

    @Override
    public Channel accept() throws IOException {
        sockets.verifyClient();
        accepted = true;
        return new ZmqChannel(sockets, session.maxMessageBytes());
    }

    @Override
    public void close() throws IOException {
        if (!accepted) {
            sockets.abandon();
        }
    }
}
