package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.file.Path;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;
import org.ipcbench.transports.stream.StreamChannel;
import org.newsclub.net.unix.AFUNIXServerSocketChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.AFUNIXSocketChannel;

/** Sockets of type SOCK_STREAM. */
final class StreamSocket implements JunixSocket {

    @Override
    public Listener listen(Session session, String id) throws IOException {
        AFUNIXServerSocketChannel socket = AFUNIXServerSocketChannel.open();
        return SocketListener.bindToFile(
                session,
                id,
                socket,
                file -> socket.bind(AFUNIXSocketAddress.of(file)),
                socket::accept,
                StreamSocket::channel);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        AFUNIXSocketChannel socket = AFUNIXSocketChannel.open(AFUNIXSocketAddress.of(Path.of(address)));
        return AuthenticatedSocket.proveToServer(socket, address, session, StreamSocket::channel);
    }

    private static Channel channel(AFUNIXSocketChannel socket, Session session) throws IOException {
        SocketBuffers.set(socket, session, SocketBuffers.AS_THE_KERNEL_TELLS);
        return new StreamChannel(
                        SpinLoop.isAsked(session) ? new PeekingSource(socket, session) : socket,
                        socket,
                        session.maxMessageBytes())
                .forOneThread()
                .holding(messageBytes ->
                        SocketBuffers.room(messageBytes, (long) socket.getOption(StandardSocketOptions.SO_SNDBUF)));
    }
}
