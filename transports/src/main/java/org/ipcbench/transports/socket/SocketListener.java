package org.ipcbench.transports.socket;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.stream.Deadline;
import org.ipcbench.transports.stream.TokenExchange;

/** Accepts the one client that proves the session's token; each stranger costs it at most a second. */
final class SocketListener implements Listener {
    private static final Duration STRANGER_TIMEOUT = Duration.ofSeconds(1);

    private final ServerSocketChannel socket;
    private final String address;
    private final Session session;
    private final SocketOptions options;
    private final Closeable leftOver;

    /** @param leftOver removes what the bound address leaves in the file system */
    SocketListener(
            ServerSocketChannel socket, String address, Session session, SocketOptions options, Closeable leftOver) {
        this.socket = socket;
        this.address = address;
        this.session = session;
        this.options = options;
        this.leftOver = leftOver;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Channel accept() throws IOException {
        try (Deadline deadline = Deadline.closing(socket, session.connectTimeout())) {
            while (true) {
                SocketChannel connected = socket.accept();
                if (belongsToSession(connected)) {
                    return options.channel(connected, session);
                }
                connected.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (leftOver) {
            socket.close();
        }
    }

    private boolean belongsToSession(SocketChannel connected) {
        try (Deadline deadline = Deadline.closing(connected, STRANGER_TIMEOUT)) {
            return new TokenExchange(connected, connected, session.token()).verifyClient();
        } catch (IOException e) {
            return false; // it hung up, or said nothing in time: a stranger like any other
        }
    }
}
