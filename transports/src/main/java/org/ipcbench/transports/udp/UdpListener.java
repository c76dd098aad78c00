package org.ipcbench.transports.udp;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.jspecify.annotations.Nullable;

/** Waits for the client that proves the session's token; datagrams of strangers are ignored without an answer. */
final class UdpListener implements Listener {
    private final Session session;
    private final String address;
    /** The inbox until a channel has taken it over; then null. */
    private @Nullable Inbox inbox;

    UdpListener(Session session) throws IOException {
        this.session = session;
        inbox = Inbox.open(session);
        address = Integer.toString(inbox.address().getPort());
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Channel accept() throws IOException {
        Inbox waiting = inbox;
        if (waiting == null) {
            throw new IOException("this listener has accepted its client or is closed");
        }
        UdpAuthentication authentication = new UdpAuthentication(session);
        ByteBuffer question = UdpAuthentication.bufferForQuestion();
        SocketAddress client = authentication.verifyClient(waiting, question);
        DatagramChannel outbox = Loopback.to(Loopback.at(UdpAuthentication.portIn(question)));
        try {
            ByteBuffer answer = authentication.ofServer();
            outbox.write(answer);
            UdpChannel channel = new UdpChannel(waiting, outbox, client, question, answer, session);
            inbox = null;
            return channel;
        } catch (IOException e) {
            outbox.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        if (inbox != null) {
            inbox.close();
            inbox = null;
        }
    }
}
