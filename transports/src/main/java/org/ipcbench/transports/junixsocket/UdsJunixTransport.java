package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.Set;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;
import org.ipcbench.transports.stream.StreamChannel;
import org.newsclub.net.unix.AFUNIXServerSocketChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.AFUNIXSocketChannel;
import org.newsclub.net.unix.FileDescriptorCast;

/** A Unix domain stream socket of junixsocket, bound in the scratch directory and unlinked once connected. */
public final class UdsJunixTransport implements JunixTransport {

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
        return Traits.blockingStream()
                .with(Trait.MANY_CLIENTS, Trait.RECONNECTS, Trait.BOUNDED_SPIN)
                .withBuffer(SocketBuffers.DESCRIPTION);
    }

    @Override
    public long room(int messageBytes, int bufferBytes, int connections) {
        return SocketBuffers.room(messageBytes, bufferBytes);
    }

    @Override
    public JunixSocket socket() {
        return new StreamSocket();
    }

    /** Sockets of type SOCK_STREAM. */
    private static final class StreamSocket implements JunixSocket {

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

    /**
     * Looks again and again for some time whether the socket has bytes, by a native call, before it reads as usual. The library
     * itself could only sleep in a selector, and its selector does not sleep.
     */
    private static final class PeekingSource implements ReadableByteChannel {
        private static final int MSG_PEEK = 0x02;
        private static final int MSG_DONTWAIT = 0x40;
        private static final int NO_DESCRIPTOR = -1;

        private final AFUNIXSocketChannel socket;
        private final LibC libc = CLibrary.calls();
        private final ByteBuffer peeked = AlignedMemory.allocate(1);
        private final long peekedAddress = CLibrary.addressOf(peeked);
        private final SpinLoop spin;
        /** None once the socket is closed, because another file may have the number by then. */
        private int descriptor;

        PeekingSource(AFUNIXSocketChannel socket, Session session) throws IOException {
            this.socket = socket;
            descriptor = FileDescriptorCast.using(socket.getFileDescriptor()).as(Integer.class);
            spin = new SpinLoop(session);
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            boolean empty = true;
            spin.begin();
            while (empty && spin.lasts()) {
                empty = isEmpty();
            }
            return socket.read(target);
        }

        @Override
        public boolean isOpen() {
            return socket.isOpen();
        }

        @Override
        public void close() throws IOException {
            descriptor = NO_DESCRIPTOR;
            socket.close();
        }

        /** Whether a read would have to wait. */
        private boolean isEmpty() throws FailedCallException {
            if (libc.recv(descriptor, peekedAddress, 1, MSG_PEEK | MSG_DONTWAIT) >= 0) {
                return false;
            }
            return switch (Errno.last()) {
                case EAGAIN, EINTR -> true;
                default -> throw FailedCallException.last("recv");
            };
        }
    }
}
