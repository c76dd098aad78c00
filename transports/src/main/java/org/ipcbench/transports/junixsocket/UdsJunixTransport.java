package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;
import org.ipcbench.transports.stream.StreamChannel;
import org.newsclub.net.unix.AFUNIXServerSocketChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.AFUNIXSocketChannel;

/** A Unix domain stream socket of junixsocket, bound in the scratch directory and unlinked once connected. */
public final class UdsJunixTransport implements Transport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-junix",
                "Unix domain stream socket of junixsocket",
                "Unix Domain Socket (junixsocket)",
                Set.of(),
                31,
                NativeLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.blockingStream().withBuffer(SocketBuffers.DESCRIPTION);
    }

    @Override
    public Availability availability() {
        return NativeLibrary.availability();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        AFUNIXServerSocketChannel socket = AFUNIXServerSocketChannel.open();
        return SocketListener.bindToFile(
                session,
                id(),
                socket,
                file -> socket.bind(AFUNIXSocketAddress.of(file)),
                socket::accept,
                UdsJunixTransport::channel);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        AFUNIXSocketChannel socket = AFUNIXSocketChannel.open(AFUNIXSocketAddress.of(Path.of(address)));
        return AuthenticatedSocket.proveToServer(socket, address, session, UdsJunixTransport::channel);
    }

    private static Channel channel(AFUNIXSocketChannel socket, Session session) throws IOException {
        SocketBuffers.set(socket, session, SocketBuffers.AS_THE_KERNEL_TELLS);
        return new StreamChannel(socket, socket, session.messageSizeBytes());
    }
}
