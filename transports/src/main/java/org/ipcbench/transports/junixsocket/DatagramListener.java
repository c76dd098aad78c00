package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.stream.Deadline;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/** The server's datagram socket before a client has connected. */
final class DatagramListener implements Listener {
    private final Session session;
    private final Path path;
    private final AFUNIXDatagramChannel socket;
    private boolean accepted;

    private DatagramListener(Session session, Path path, AFUNIXDatagramChannel socket) {
        this.session = session;
        this.path = path;
        this.socket = socket;
    }

    /** @param id the transport's */
    static DatagramListener bind(Session session, String id) throws IOException {
        Path path = session.scratchDirectory().resolve(session.nameOf(id) + ".socket");
        return new DatagramListener(session, path, bind(path));
    }

    /** A new socket with this name; the caller removes the name. */
    static AFUNIXDatagramChannel bind(Path path) throws IOException {
        AFUNIXDatagramChannel socket = AFUNIXDatagramChannel.open();
        try {
            socket.setDeleteOnClose(false);
            socket.bind(AFUNIXSocketAddress.of(path));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public String address() {
        return path.toString();
    }

    @Override
    public Channel accept() throws IOException {
        try (Deadline deadline = Deadline.closing(socket, session.connectTimeout())) {
            new DatagramAuthentication(socket, session.token()).verifyClient();
            Channel channel = DatagramMessages.over(socket, session);
            accepted = true;
            return channel;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (!accepted) {
                socket.close();
            }
        } finally {
            Files.deleteIfExists(path);
        }
    }
}
