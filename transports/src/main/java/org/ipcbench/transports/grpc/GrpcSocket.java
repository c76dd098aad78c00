package org.ipcbench.transports.grpc;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.Function;
import java.util.function.Supplier;
import org.ipcbench.transport.Session;

/**
 * The sockets below gRPC: Netty's classes, and addresses as sockets and as texts. If one kind of event loop serves both TCP
 * and Unix domain sockets, both use it, so that only the sockets differ.
 *
 * @param free an address on which the server may listen
 * @param parsed parses the address of a listener
 * @param text the text of a listening socket's address
 * @param listening makes a socket that listens
 * @param connecting class of sockets that connect
 * @param waiting how an event loop waits for such sockets
 */
record GrpcSocket(
        SocketAddress free,
        Function<String, SocketAddress> parsed,
        Function<SocketAddress, String> text,
        Supplier<ServerChannel> listening,
        Class<? extends Channel> connecting,
        IoHandlerFactory waiting) {

    /** A file in the scratch directory, which is removed with the listening socket. */
    static GrpcSocket uds(Session session, String id) {
        GrpcLibrary.loadBy(session.scratchDirectory());
        return new GrpcSocket(
                new DomainSocketAddress(
                        session.scratchDirectory().resolve(id + ".socket").toFile()),
                DomainSocketAddress::new,
                address -> ((DomainSocketAddress) address).path(),
                EpollServerDomainSocketChannel::new,
                EpollDomainSocketChannel.class,
                EpollIoHandler.newFactory());
    }

    /** A free port of the loopback interface, or of the session's address. */
    static GrpcSocket tcp(Session session) throws IOException {
        GrpcLibrary.loadBy(session.scratchDirectory());
        InetAddress server = session.serverAddress();
        boolean epoll = GrpcLibrary.bringsNativeCode();
        return new GrpcSocket(
                new InetSocketAddress(server, 0),
                port -> new InetSocketAddress(server, Integer.parseInt(port)),
                address -> Integer.toString(((InetSocketAddress) address).getPort()),
                epoll ? EpollServerSocketChannel::new : NioServerSocketChannel::new,
                epoll ? EpollSocketChannel.class : NioSocketChannel.class,
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /** An event loop with one thread, which ends with the process. */
    EventLoopGroup newLoop() {
        return new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("grpc", true), waiting);
    }
}
