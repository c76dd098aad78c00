package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.junixsocket.JunixTransport.JunixSocket;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.HeaderFirst;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;
import org.ipcbench.transports.stream.StreamChannel;
import org.newsclub.net.unix.AFUNIXServerSocketChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.AFUNIXSocketChannel;
import org.newsclub.net.unix.AFUNIXSocketCredentials;
import org.newsclub.net.unix.FileDescriptorCast;

/** Sockets of type SOCK_STREAM; they differ in their names. */
enum StreamSocket implements JunixSocket {
    /** A file in the scratch directory, which other users cannot enter. */
    AT_FILE {
        @Override
        Listener listen(Session session, String id, AFUNIXServerSocketChannel socket) throws IOException {
            return SocketListener.bindToFile(
                    session,
                    id,
                    socket,
                    file -> socket.bind(AFUNIXSocketAddress.of(file)),
                    socket::accept,
                    StreamSocket::channel);
        }

        @Override
        AFUNIXSocketChannel connected(Session session, String address) throws IOException {
            return AFUNIXSocketChannel.open(AFUNIXSocketAddress.of(Path.of(address)));
        }
    },

    /**
     * An abstract name, which has no mode: each process of the network namespace may connect to it, and bind it once it is free.
     * So each side asks the kernel for the other one's user (SO_PEERCRED) before it reads or writes.
     */
    ABSTRACT {
        @Override
        Listener listen(Session session, String id, AFUNIXServerSocketChannel socket) throws IOException {
            long user = userOf(session);
            return SocketListener.bind(
                    session,
                    socket,
                    () -> bindToFreeName(socket),
                    () -> acceptFrom(user, socket),
                    StreamSocket::channel);
        }

        @Override
        AFUNIXSocketChannel connected(Session session, String address) throws IOException {
            AFUNIXSocketChannel socket = AFUNIXSocketChannel.open(AFUNIXSocketAddress.inAbstractNamespace(address));
            try {
                if (!isOf(userOf(session), socket)) {
                    throw new IOException(
                            "the server at the abstract name %s belongs to user %d, not to user %d; run both peers as one user"
                                    .formatted(address, otherUser(socket), userOf(session)));
                }
                return socket;
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        }

        private static final long ROOT = 0;
        private static final long NOBODY = -1;

        private static String bindToFreeName(AFUNIXServerSocketChannel socket) throws IOException {
            String name = "ipcbench-" + HexFormat.of().toHexDigits(new SecureRandom().nextLong());
            socket.bind(AFUNIXSocketAddress.inAbstractNamespace(name));
            return name;
        }

        /** Waits for a connection of this user, and closes those of others. */
        private static AFUNIXSocketChannel acceptFrom(long user, AFUNIXServerSocketChannel socket) throws IOException {
            AFUNIXSocketChannel connected = socket.accept();
            while (!isOf(user, connected)) {
                connected.close();
                connected = socket.accept();
            }
            return connected;
        }

        /** Whether the other end is this user's, or root's, from whom nothing is kept. */
        private static boolean isOf(long user, AFUNIXSocketChannel socket) {
            long other = otherUser(socket);
            return other == user || other == ROOT;
        }

        /** {@link #NOBODY} if the kernel does not tell. */
        private static long otherUser(AFUNIXSocketChannel socket) {
            try {
                AFUNIXSocketCredentials other = socket.getPeerCredentials();
                return other == null ? NOBODY : other.getUid();
            } catch (IOException e) {
                return NOBODY;
            }
        }

        private static long userOf(Session session) throws IOException {
            return (int) Files.getAttribute(session.scratchDirectory(), "unix:uid", LinkOption.NOFOLLOW_LINKS);
        }
    };

    static final Traits TRAITS = Traits.blockingStream()
            .with(Trait.MANY_CLIENTS, Trait.RECONNECTS, Trait.BOUNDED_SPIN, Trait.SPLIT_WRITES)
            .withBuffer(SocketBuffers.DESCRIPTION);

    /** Takes over a socket that is not bound yet. */
    abstract Listener listen(Session session, String id, AFUNIXServerSocketChannel socket) throws IOException;

    abstract AFUNIXSocketChannel connected(Session session, String address) throws IOException;

    @Override
    public Listener listen(Session session, String id) throws IOException {
        return listen(session, id, AFUNIXServerSocketChannel.open());
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return AuthenticatedSocket.proveToServer(connected(session, address), address, session, StreamSocket::channel);
    }

    private static Channel channel(AFUNIXSocketChannel socket, Session session) throws IOException {
        SocketBuffers.set(socket, session, SocketBuffers.AS_THE_KERNEL_TELLS);
        return new StreamChannel(
                        SpinLoop.isAsked(session) ? new PeekingSource(socket, session) : socket,
                        HeaderFirst.of(socket, session),
                        session.maxMessageBytes())
                .forOneThread()
                .holding(messageBytes ->
                        SocketBuffers.room(messageBytes, (long) socket.getOption(StandardSocketOptions.SO_SNDBUF)));
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
