package org.ipcbench.transports.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;

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
        return Traits.blockingStream()
                .with(Trait.MANY_CLIENTS, Trait.SPLIT_WRITES, Trait.STREAM_SOCKET)
                .withBuffer(SocketBuffers.DESCRIPTION);
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

    /** A listening socket of Netty, by epoll; accepting blocks. Each accepted socket belongs to the caller. */
    static final class NettyServer implements Closeable {
        private final EpollServerDomainSocketChannel channel = new EpollServerDomainSocketChannel();
        private final DrivenChannel driven = new DrivenChannel(channel, new EpollIo());
        private final Queue<NettySocket> accepted = new ArrayDeque<>();

        NettyServer() {
            channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object connected) {
                    accepted.add(new NettySocket((EpollDomainSocketChannel) connected));
                }
            });
        }

        /**
         * Listens at a file in the scratch directory.
         *
         * @param io how the bytes of proven clients move
         * @param id the transport's
         */
        static Listener listen(NettyIo io, Session session, String id) throws IOException {
            io.loadBy(session.scratchDirectory());
            NettyServer server = new NettyServer();
            return SocketListener.bindToFile(
                    session, id, server, server::bind, server::accept, (socket, proven) -> socket.channel(proven, io));
        }

        /** Listens at this path, which must be free. */
        void bind(Path path) throws IOException {
            driven.attach();
            driven.await(channel.bind(new DomainSocketAddress(path.toFile())));
            rehearse(path);
            driven.detach(); // another thread may accept
        }

        /**
         * Connects to itself and sends a byte. Netty's first connection loads hundreds of classes; on a busy machine, this
         * alone may take longer than a client's time for its proof.
         */
        private void rehearse(Path path) throws IOException {
            try (NettySocket client = NettySocket.connect(path);
                    NettySocket connected = acceptOwn()) {
                client.write(ByteBuffer.allocate(1));
                if (connected.read(ByteBuffer.allocate(1)) != 1) {
                    throw new IOException("Netty's socket at %s does not pass on what it is given".formatted(path));
                }
            }
        }

        /**
         * The first connection from this process. No other process knows the path yet, so any earlier connection is a
         * stranger's.
         */
        private NettySocket acceptOwn() throws IOException {
            NettySocket next = accept();
            while (!next.leadsToThisProcess()) {
                next.close();
                next = accept();
            }
            return next;
        }

        NettySocket accept() throws IOException {
            driven.attach();
            NettySocket next = accepted.poll();
            while (next == null) {
                driven.throwIfClosed();
                if (!channel.isActive()) {
                    throw new ClosedChannelException();
                }
                driven.turn();
                next = accepted.poll();
            }
            return next;
        }

        /** Ends a waiting {@link #accept}, and all connections that were not accepted. */
        @Override
        public void close() throws IOException {
            driven.close();
            for (NettySocket unwanted = accepted.poll(); unwanted != null; unwanted = accepted.poll()) {
                unwanted.close();
            }
        }
    }
}
