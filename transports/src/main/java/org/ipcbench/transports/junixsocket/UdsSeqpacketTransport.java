package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;
import org.newsclub.net.unix.AFSocketType;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXDatagramSocket;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/** A Unix domain socket of type SOCK_SEQPACKET: a connection that preserves message boundaries. */
public final class UdsSeqpacketTransport implements JunixTransport {

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-seqpacket",
                "Unix domain sequenced-packet socket (junixsocket)",
                "Unix Domain Socket (seqpacket)",
                Set.of("sockets", "standard"),
                33,
                new SocketsAndCalls());
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.DETECTS_CLOSE,
                        Trait.DATAGRAM,
                        Trait.MANY_CLIENTS,
                        Trait.RECONNECTS,
                        Trait.BOUNDED_SPIN,
                        Trait.DUPLEX)
                .withBuffer(SocketBuffers.DESCRIPTION)
                .withSizeLimit(MessageLimit.ofRunningKernel());
    }

    @Override
    public JunixSocket socket() {
        return new SeqpacketSocket();
    }

    /** Sockets of type SOCK_SEQPACKET. */
    private static final class SeqpacketSocket implements JunixSocket {
        /** Clients that may wait to be accepted: one, and a few strangers. */
        private static final int BACKLOG = 8;

        @Override
        public Listener listen(Session session, String id) throws IOException {
            AFUNIXDatagramSocket socket = AFUNIXDatagramSocket.newInstance(AFSocketType.SOCK_SEQPACKET);
            return SocketListener.bindToFile(
                    session, id, socket, file -> listen(socket, file), () -> accept(socket), DatagramMessages::over);
        }

        @Override
        public Channel connect(Session session, String address) throws IOException {
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
}
