package org.ipcbench.transports.socket;

import java.io.IOException;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.JointListener;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.stream.SocketBuffers;

/** TCP over the loopback interface, without Nagle's delay. */
public final class TcpTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo("tcp", "loopback TCP, NODELAY", "TCP", Set.of("classic", "standard"), 10);
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream()
                .with(Trait.MANY_CLIENTS, Trait.RECONNECTS, Trait.YIELDS_CARRIER, Trait.SELECTABLE)
                .withBuffer(SocketBuffers.DESCRIPTION);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return SocketKind.TCP.listen(session, id());
    }

    @Override
    public JointListener listenJointly(Session session) throws IOException {
        return SocketKind.TCP.listenJointly(session, id());
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return SocketKind.TCP.connect(session, address);
    }
}
