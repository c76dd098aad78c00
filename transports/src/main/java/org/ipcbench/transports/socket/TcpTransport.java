package org.ipcbench.transports.socket;

import java.util.Set;
import org.ipcbench.transport.TransportInfo;

/** TCP over the loopback interface, without Nagle's delay. */
public final class TcpTransport extends SocketTransport {

    public TcpTransport() {
        super(SocketKind.TCP);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo("tcp", "loopback TCP, NODELAY", "TCP", Set.of("classic", "standard"), 10);
    }
}
