package org.ipcbench.transports.junixsocket;

import java.util.Set;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.stream.SocketBuffers;

/** A Unix domain stream socket at an abstract name: no file, so nothing is left in a file system and no file mode guards it. */
public final class UdsAbstractTransport implements JunixTransport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-abstract",
                "Unix domain stream socket with an abstract name (junixsocket)",
                "Unix Domain Socket (abstract)",
                Set.of("sockets"),
                36,
                NativeLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return StreamSocket.TRAITS.with(Trait.NETWORK_NAMESPACE);
    }

    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return SocketBuffers.room(messageBytes, bufferBytes);
    }

    @Override
    public JunixSocket socket() {
        return StreamSocket.ABSTRACT;
    }
}
