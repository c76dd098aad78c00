package org.ipcbench.transports.socket;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;

/** A Unix domain stream socket of the JDK, bound in the scratch directory and unlinked once connected. */
public final class UdsTransport implements Transport {
    private static final String SOCKET_NAME = "uds.socket";

    @Override
    public String id() {
        return "uds";
    }

    @Override
    public String title() {
        return "Unix domain stream socket of the JDK";
    }

    @Override
    public String csvName() {
        return "Unix Domain Socket";
    }

    @Override
    public Set<String> groups() {
        return Set.of("classic", "interactive", "standard");
    }

    @Override
    public int order() {
        return 30;
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream().withBuffer(SocketBuffers.DESCRIPTION);
    }

    @Override
    public Availability availability() {
        return Availability.available();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        Path path = session.scratchDirectory().resolve(SOCKET_NAME);
        ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            socket.bind(UnixDomainSocketAddress.of(path));
            return new SocketListener<>(
                    socket,
                    socket::accept,
                    path.toString(),
                    session,
                    SocketOptions.UNIX::channel,
                    () -> Files.deleteIfExists(path));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return SocketOptions.UNIX.connect(UnixDomainSocketAddress.of(address), session);
    }
}
