package org.ipcbench.transports.socket;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;

/** A Unix domain stream socket of the JDK, bound in the scratch directory and unlinked once connected. */
public final class UdsTransport implements Transport {
    private static final String SOCKET_NAME = "uds.socket";

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds",
                "Unix domain stream socket of the JDK",
                "Unix Domain Socket",
                Set.of("classic", "interactive", "standard"),
                30);
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream().withBuffer(SocketBuffers.DESCRIPTION);
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
