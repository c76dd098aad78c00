package org.ipcbench.transports.socket;

import java.util.Set;
import org.ipcbench.transport.TransportInfo;

/** A Unix domain stream socket of the JDK, bound in the scratch directory and unlinked once connected. */
public final class UdsTransport extends SocketTransport {

    public UdsTransport() {
        super(SocketKind.UNIX);
    }

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds",
                "Unix domain stream socket of the JDK",
                "Unix Domain Socket",
                Set.of("classic", "interactive", "sockets", "standard"),
                30);
    }
}
