package org.ipcbench.transports.udp;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.jspecify.annotations.Nullable;

/** Waits for the one client that proves the session's token; what strangers send is passed over, without an answer. */
final class UdpListener implements Listener {
    private final Session session;
    private final String address;
    /** Until a channel has taken it over. */
    private @Nullable Inbox inbox;

    UdpListener(Session session) throws IOException {
        this.session = session;
        inbox = Inbox.open();
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
        UdpAuthentication greeting = new UdpAuthentication(session.token());
        ByteBuffer datagram = ByteBuffer.allocateDirect(UdpAuthentication.CLIENT_BYTES + 1);
        SocketAddress client = awaitClient(waiting, greeting, datagram);
        DatagramChannel outbox = Loopback.to(Loopback.at(UdpAuthentication.portIn(datagram)));
        try {
            ByteBuffer answer = greeting.ofServer();
            outbox.write(answer);
            UdpChannel channel = new UdpChannel(waiting, outbox, client, datagram, answer, session);
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

    private SocketAddress awaitClient(Inbox waiting, UdpAuthentication greeting, ByteBuffer datagram) throws IOException {
        long deadline = System.nanoTime() + session.connectTimeout().toNanos();
        long leftNanos = session.connectTimeout().toNanos();
        while (leftNanos > 0) {
            SocketAddress sender = waiting.receive(datagram, leftNanos);
            if (sender != null && greeting.isOfClient(datagram)) {
                return sender;
            }
            leftNanos = deadline - System.nanoTime();
        }
        throw new SocketTimeoutException("no client has proved the session's token within " + session.connectTimeout());
    }
}
