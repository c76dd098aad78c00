package org.ipcbench.transports.junixsocket;

import java.util.Set;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.stream.SocketBuffers;

/** A Unix domain stream socket of junixsocket, bound in the scratch directory and unlinked once connected. */
public final class UdsJunixTransport implements JunixTransport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-junix",
                "Unix domain stream socket of junixsocket",
                "Unix Domain Socket (junixsocket)",
                Set.of("sockets"),
                31,
                NativeLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return StreamSocket.TRAITS.with(Trait.STREAM_SOCKET);
    }

    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return SocketBuffers.room(messageBytes, bufferBytes);
    }

    @Override
    public JunixSocket socket() {
        return StreamSocket.AT_FILE;
    }
}
