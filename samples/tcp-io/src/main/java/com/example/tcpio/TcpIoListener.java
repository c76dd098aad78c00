package com.example.tcpio;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/** Accepts the one client that proves the session's token; each stranger takes at most a second. */
final class TcpIoListener implements Listener {
    private static final int STRANGER_MILLIS = 1000;

    private final ServerSocket socket;
    private final Session session;

    TcpIoListener(ServerSocket socket, Session session) {
        this.socket = socket;
        this.session = session;
    }

    @Override
    public String address() {
        return Integer.toString(socket.getLocalPort());
    }

    @Override
    public Channel accept() throws IOException {
        long deadlineNanos = System.nanoTime() + session.connectTimeout().toNanos();
        while (true) {
            long restMillis = Math.max(1, (deadlineNanos - System.nanoTime()) / 1_000_000);
            socket.setSoTimeout((int) restMillis); // accept fails when the time is up
            Socket connected = socket.accept();
            connected.setSoTimeout(STRANGER_MILLIS);
            if (belongsToSession(connected)) {
                return new TcpIoChannel(connected, session.maxMessageBytes());
            }
            connected.close();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private boolean belongsToSession(Socket connected) {
        try {
            return Authentication.verifyClient(connected, session.token());
        } catch (IOException e) {
            return false; // the stranger hung up, or said nothing in time
        }
    }
}
