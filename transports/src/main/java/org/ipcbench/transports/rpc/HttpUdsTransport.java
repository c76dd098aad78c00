package org.ipcbench.transports.rpc;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;

/** A tool server that is called by HTTP over a Unix domain socket of the JDK. */
public final class HttpUdsTransport implements Transport {

    @Override
    public TransportInfo info() {
        return Framing.HTTP.info("http-uds", "Unix domain socket", 87);
    }

    @Override
    public Traits traits() {
        return Framing.over(Traits.blockingStream()
                .with(Trait.MANY_CLIENTS, Trait.RECONNECTS, Trait.YIELDS_CARRIER, Trait.STREAM_SOCKET)
                .withBuffer(SocketBuffers.DESCRIPTION));
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return SocketBuffers.needs(bufferBytes, connections, 1);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        return SocketListener.bindToFile(
                session,
                id(),
                socket,
                file -> socket.bind(UnixDomainSocketAddress.of(file)),
                socket::accept,
                (accepted, own) -> {
                    SocketBuffers.set(accepted, own);
                    return Framing.HTTP.server(accepted, accepted, own);
                });
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(address));
        return AuthenticatedSocket.proveToServer(socket, address, session, (connected, own) -> {
            SocketBuffers.set(connected, own);
            return Framing.HTTP.client(connected, connected, own);
        });
    }
}
