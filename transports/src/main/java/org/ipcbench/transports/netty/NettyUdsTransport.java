package org.ipcbench.transports.netty;

import java.io.IOException;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.stream.SocketBuffers;

/** A Unix domain stream socket through Netty's native epoll, its event loop run by the measuring thread. */
public final class NettyUdsTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "netty-uds",
                "Netty's native epoll over a Unix domain stream socket",
                "Netty (Unix Domain Socket)",
                Set.of(),
                34,
                EpollLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream().withBuffer(SocketBuffers.DESCRIPTION);
    }

    @Override
    public Availability availability() {
        return EpollLibrary.availability();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return NettyServer.listen(session, id());
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return NettySocket.connect(session, address);
    }
}
