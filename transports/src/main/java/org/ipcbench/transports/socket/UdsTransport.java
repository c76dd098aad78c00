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

/** A Unix domain stream socket of the JDK, bound in the scratch directory and unlinked once connected. */
public final class UdsTransport implements Transport {

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
        return Traits.blockingStream()
                .with(Trait.MANY_CLIENTS, Trait.RECONNECTS, Trait.YIELDS_CARRIER, Trait.SELECTABLE)
                .withBuffer(SocketBuffers.DESCRIPTION);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return SocketKind.UNIX.listen(session, id());
    }

    @Override
    public JointListener listenJointly(Session session) throws IOException {
        return SocketKind.UNIX.listenJointly(session, id());
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return SocketKind.UNIX.connect(session, address);
    }
}
