package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.stream.SocketBuffers;

/** The transports through junixsocket. They need its native code, which is unpacked in the scratch directory. */
sealed interface JunixTransport extends Transport permits UdsDgramTransport, UdsJunixTransport, UdsSeqpacketTransport {

    /** How this kind of socket listens and connects. */
    JunixSocket socket();

    @Override
    default Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return SocketBuffers.needs(bufferBytes, connections, 1);
    }

    @Override
    default Availability availability() {
        return NativeLibrary.availability();
    }

    @Override
    default Listener listen(Session session) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        return socket().listen(session, id());
    }

    @Override
    default Channel connect(Session session, String address) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        return socket().connect(session, address);
    }
}
