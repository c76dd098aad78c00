package org.ipcbench.transports.socket;

import java.io.IOException;
import java.util.Set;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;

/** TCP over the loopback interface, without Nagle's delay unless the user wants it. */
public final class TcpTransport extends SocketTransport {
    public TcpTransport() {
        super(SocketKind.TCP);
    }

    @Override
    public Traits traits() {
        return super.traits().with(Trait.NETWORK, Trait.TCP_OPTIONS);
    }

    /** A port for each listener, and one from which clients connect to different listeners. */
    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return super.needs(messageBytes, bufferBytes, connections).withPorts(connections + 1);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo("tcp", "loopback TCP, NODELAY", "TCP", Set.of("classic", "sockets", "standard"), 10);
    }
}
