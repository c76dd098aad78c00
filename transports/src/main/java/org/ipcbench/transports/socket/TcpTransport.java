package org.ipcbench.transports.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;

/** TCP over the loopback interface, without Nagle's delay. */
public final class TcpTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo("tcp", "loopback TCP, NODELAY", "TCP", Set.of("classic", "standard"), 10);
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream().withBuffer(SocketBuffers.DESCRIPTION);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        ServerSocketChannel socket = ServerSocketChannel.open();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = ((InetSocketAddress) socket.getLocalAddress()).getPort();
            return new SocketListener<>(
                    socket, socket::accept, Integer.toString(port), session, SocketOptions.TCP::channel, () -> {});
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        int port = Integer.parseInt(address);
        return SocketOptions.TCP.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), session);
    }
}
