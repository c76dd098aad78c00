package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/** A Unix domain socket of type SOCK_SEQPACKET: a connection that keeps messages apart. */
public final class UdsSeqpacketTransport implements Transport {
    /** Clients that may wait to be accepted: one, and a few strangers. */
    private static final int BACKLOG = 8;

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-seqpacket",
                "Unix domain sequenced-packet socket (junixsocket)",
                "Unix Domain Socket (seqpacket)",
                Set.of("standard"),
                33,
                NativeLibrary.LIBRARY);
    }

    @Override
    public Traits traits() {
        return Traits.of(WaitStrategy.BLOCKING, Trait.DETECTS_CLOSE, Trait.DATAGRAM)
                .withBuffer(SocketBuffers.DESCRIPTION)
                .withSizeLimit(MessageLimit.ofRunningKernel());
    }

    @Override
    public Availability availability() {
        return NativeLibrary.availability();
    }

    @Override
    public Listener listen(Session session) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        AFUNIXDatagramSocket socket = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
        return SocketListener.bindToFile(
                session, id(), socket, file -> listen(socket, file), () -> accept(socket), DatagramMessages::over);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        AFUNIXDatagramSocket socket = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
        try {
            socket.connect(AFUNIXSocketAddress.of(Path.of(address)));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        return AuthenticatedSocket.proveToServer(socket.getChannel(), address, session, DatagramMessages::over);
    }

    private static void listen(AFUNIXDatagramSocket socket, Path file) throws IOException {
        socket.bind(AFUNIXSocketAddress.of(file));
        socket.listen(BACKLOG);
    }

    private static AFUNIXDatagramChannel accept(AFUNIXDatagramSocket socket) throws IOException {
        AFUNIXDatagramChannel connected =
                (AFUNIXDatagramChannel) socket.accept().getChannel();
        connected.setDeleteOnClose(false); // its address is the listening socket's
        return connected;
    }
}
