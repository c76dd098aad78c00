package org.ipcbench.transports.netty;

import java.io.IOException;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.stream.SocketBuffers;

/**
 * The transports through Netty, which differ only in the interface to the kernel. The measuring thread runs the event loop.
 */
abstract class NettyTransport implements Transport {
    private final NettyIo io;

    NettyTransport(NettyIo io) {
        this.io = io;
    }

    NettyIo io() {
        return io;
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream().with(Trait.MANY_CLIENTS).withBuffer(SocketBuffers.DESCRIPTION);
    }

    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return SocketBuffers.room(messageBytes, bufferBytes);
    }

    @Override
    public Availability availability() {
        return io.availability();
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return SocketBuffers.needs(bufferBytes, connections, 1);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return NettyServer.listen(io, session, id());
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return NettySocket.connect(io, session, address);
    }
}
