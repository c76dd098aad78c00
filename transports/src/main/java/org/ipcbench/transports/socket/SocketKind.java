package org.ipcbench.transports.socket;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;
import org.ipcbench.kernel.KernelFile;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.Workers;
import org.ipcbench.transports.shared.MultiplexedListeners;
import org.ipcbench.transports.shared.Polling;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.socket.SelectedSockets.SelectedSocket;
import org.ipcbench.transports.stream.AuthenticatedSocket;
import org.ipcbench.transports.stream.HeaderFirst;
import org.ipcbench.transports.stream.SocketBuffers;
import org.ipcbench.transports.stream.SocketListener;
import org.ipcbench.transports.stream.SpinningSource;
import org.ipcbench.transports.stream.SpinningSource.PatientSink;
import org.ipcbench.transports.stream.StreamChannel;

/** The kinds of the JDK's stream sockets: where each kind listens, and the options of both ends. */
enum SocketKind {
    /** Small messages leave at once instead of waiting for an acknowledgement. */
    TCP {
        @Override
        SocketListener<SocketChannel> listen(Session session, String id, AuthenticatedSocket<SocketChannel> accepted)
                throws IOException {
            ServerSocketChannel socket = ServerSocketChannel.open();
            return SocketListener.bind(
                    session, socket, () -> bindToFreePort(socket, session), socket::accept, accepted);
        }

        /** Each process listens at the port of the first one, or all accept from its socket. */
        @Override
        Listener listenAmong(Session session, String id, String ticket) throws IOException {
            if (!session.all().byPort()) {
                return super.listenAmong(session, id, ticket);
            }
            ServerSocketChannel socket = ServerSocketChannel.open();
            return SocketListener.bind(
                    session,
                    socket,
                    () -> {
                        socket.setOption(StandardSocketOptions.SO_REUSEPORT, true);
                        return bind(socket, session, session.all().isFirst() ? 0 : Integer.parseInt(ticket));
                    },
                    socket::accept,
                    this::channel);
        }

        @Override
        Optional<String> lackForWorkers(Workers workers) {
            return Optional.empty();
        }

        @Override
        SharedSocket.Table listening(String address) {
            String port = ":%04X".formatted(Integer.parseInt(address));
            return new SharedSocket.Table(
                    List.of("/proc/self/net/tcp", "/proc/self/net/tcp6"),
                    11,
                    9,
                    fields -> fields[1].endsWith(port) && fields[3].equals("0A"));
        }

        @Override
        SocketAddress resolve(Session session, String address) throws IOException {
            return new InetSocketAddress(session.serverAddress(), Integer.parseInt(address));
        }

        @Override
        void set(SocketChannel socket, Session session) throws IOException {
            socket.setOption(
                    StandardSocketOptions.TCP_NODELAY, session.channel().tcp().sendsAtOnce());
        }

        @Override
        ReadableByteChannel source(SocketChannel socket, ReadableByteChannel source, Session session) {
            return session.channel().tcp().acknowledgesAtOnce() ? new AcknowledgingSource(socket, source) : source;
        }

        /**
         * Reads message by message with the kernel's default buffer: a receiver that takes many small messages at once soon
         * sleeps, and waking it for the next one costs the sender more than a call. With a buffer that the user has set, it
         * reads in bulk: if a small buffer empties bit by bit, the sender continues only after its timer.
         */
        @Override
        StreamChannel stream(ReadableByteChannel source, WritableByteChannel sink, Session session) {
            return session.bufferSizeBytes() == 0
                    ? StreamChannel.messageByMessage(source, sink, session.maxMessageBytes())
                    : super.stream(source, sink, session);
        }

        @Override
        Room room(SocketChannel socket, int messageBytes) throws IOException {
            return TcpRoom.of(socket, messageBytes);
        }

        private String bindToFreePort(ServerSocketChannel socket, Session session) throws IOException {
            return bind(socket, session, 0);
        }

        private String bind(ServerSocketChannel socket, Session session, int port) throws IOException {
            socket.bind(new InetSocketAddress(session.serverAddress(), port), session.backlog());
            return Integer.toString(((InetSocketAddress) socket.getLocalAddress()).getPort());
        }
    },
    UNIX {
        @Override
        SocketListener<SocketChannel> listen(Session session, String id, AuthenticatedSocket<SocketChannel> accepted)
                throws IOException {
            ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            return SocketListener.bindToFile(
                    session,
                    id,
                    socket,
                    file -> socket.bind(UnixDomainSocketAddress.of(file), session.backlog()),
                    socket::accept,
                    accepted);
        }

        @Override
        Optional<String> lackForWorkers(Workers workers) {
            return workers.byPort()
                    ? Optional.of("the kernel spreads no clients of Unix sockets; omit :reuseport")
                    : Optional.empty();
        }

        @Override
        SharedSocket.Table listening(String address) {
            return new SharedSocket.Table(
                    List.of("/proc/self/net/unix"), 8, 6, fields -> fields.length > 7 && fields[7].equals(address));
        }

        @Override
        SocketAddress resolve(Session session, String address) {
            return UnixDomainSocketAddress.of(address);
        }

        @Override
        void set(SocketChannel socket, Session session) {
            // a Unix socket delays nothing
        }

        /**
         * A client at a listener of many does not block, as those of event loops do not: the kernel turns it away if the queue is
         * full, and it asks again after a pause.
         */
        @Override
        Connected open(SocketAddress server, Session session) throws IOException {
            if (!session.sharesListener()) {
                return super.open(server, session);
            }
            Polling polling = new Polling(session.connectTimeout());
            for (int refusals = 0; ; refusals++) {
                SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
                try {
                    socket.configureBlocking(false);
                    if (socket.connect(server)) {
                        socket.configureBlocking(true);
                        return new Connected(socket, refusals);
                    }
                    socket.close();
                } catch (IOException e) {
                    socket.close();
                    if (!isFullQueue(e, server)) {
                        throw e;
                    }
                    polling.rest("room in the queue of the listening socket, " + e.getMessage());
                }
            }
        }

        /** Whether the kernel has said to ask again, and neither that nobody listens nor that nobody may. */
        private static boolean isFullQueue(IOException reason, SocketAddress server) {
            return reason instanceof SocketException
                    && !(reason instanceof ConnectException)
                    && !(reason instanceof BindException)
                    && server instanceof UnixDomainSocketAddress address
                    && Files.exists(address.getPath());
        }

        @Override
        Room room(SocketChannel socket, int messageBytes) throws IOException {
            return SocketBuffers.room(messageBytes, SocketBuffers.accountedBytes(socket));
        }
    };

    /**
     * Listens at an address that is free. A session without a backlog gets the JDK's.
     *
     * @param id the transport's
     * @param accepted makes the channel of the client's connection
     */
    abstract SocketListener<SocketChannel> listen(
            Session session, String id, AuthenticatedSocket<SocketChannel> accepted) throws IOException;

    Listener listen(Session session, String id) throws IOException {
        return listen(session, id, this::channel);
    }

    /** Listens once for all connections of a session. */
    List<Listener> listenTogether(Session session, String id) throws IOException {
        return listen(session, id, this::channel).shared();
    }

    /** Why processes cannot share the clients; empty if they can. */
    abstract Optional<String> lackForWorkers(Workers workers);

    /** Where the kernel tells which socket listens at this address. */
    abstract SharedSocket.Table listening(String address);

    /** Listens in one of several processes, which accept from one socket. */
    Listener listenAmong(Session session, String id, String ticket) throws IOException {
        if (session.all().isFirst()) {
            Listener listener = listen(session, id);
            return SharedSocket.lent(listener, listening(listener.address()));
        }
        ServerSocketChannel socket = SharedSocket.taken(ticket);
        return SocketListener.bind(session, socket, () -> ticket, socket::accept, this::channel);
    }

    /** Listens for all connections of a session, which one thread serves with a selector. */
    MultiplexedListener listenMultiplexed(Session session, String id) throws IOException {
        AuthenticatedSocket<SocketChannel> selected = (socket, own) -> {
            setUp(socket, own);
            return new SelectedSocket(socket, source(socket, socket, own), own);
        };
        return session.sharesListener()
                ? MultiplexedListeners.of(listen(session, id, selected).shared(), SelectedSockets::join)
                : MultiplexedListeners.open(
                        session, connection -> listen(connection, id, selected), SelectedSockets::join);
    }

    /** The address that a listener has given as text. */
    abstract SocketAddress resolve(Session session, String address) throws IOException;

    abstract void set(SocketChannel socket, Session session) throws IOException;

    /** What reads from the socket by this source. */
    ReadableByteChannel source(SocketChannel socket, ReadableByteChannel source, Session session) {
        return source;
    }

    /** What the client's connection holds. */
    abstract Room room(SocketChannel socket, int messageBytes) throws IOException;

    StreamChannel stream(ReadableByteChannel source, WritableByteChannel sink, Session session) {
        return new StreamChannel(source, sink, session.maxMessageBytes());
    }

    /** Connects, and proves the session's token. */
    Channel connect(Session session, String address) throws IOException {
        SocketAddress server = resolve(session, address);
        Connected connected = open(server, session);
        return AuthenticatedSocket.proveToServer(
                connected.socket(),
                server,
                session,
                (socket, own) -> channel(socket, own).after(connected.refusals()));
    }

    /** A socket of a client, and how often it was turned away before. */
    private record Connected(SocketChannel socket, int refusals) {}

    /** Waits in the kernel, which asks again if a listener's queue is full, or after a while lets the client in. */
    Connected open(SocketAddress server, Session session) throws IOException {
        return new Connected(SocketChannel.open(server), 0);
    }

    StreamChannel channel(SocketChannel socket, Session session) throws IOException {
        setUp(socket, session);
        boolean spins = SpinLoop.isAsked(session);
        ReadableByteChannel source = spins ? SpinningSource.of(socket, session) : socket;
        StreamChannel channel = stream(
                source(socket, source, session),
                HeaderFirst.of(spins ? new PatientSink(socket) : socket, session),
                session);
        return channel.holding(messageBytes -> room(socket, messageBytes));
    }

    private void setUp(SocketChannel socket, Session session) throws IOException {
        set(socket, session);
        SocketBuffers.set(socket, session);
    }

    /** Acknowledges what has arrived at once: the kernel forgets the option as soon as it sends an answer. */
    private record AcknowledgingSource(SocketChannel socket, ReadableByteChannel source)
            implements ReadableByteChannel {
        @Override
        public int read(ByteBuffer target) throws IOException {
            int read = source.read(target);
            socket.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
            return read;
        }

        @Override
        public boolean isOpen() {
            return source.isOpen();
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }

    /**
     * What a TCP connection holds: bytes count until the other side has acknowledged them, in segments. The other end's buffer is unknown,
     * because it may have other limits, in another network namespace or on another host.
     */
    static final class TcpRoom {
        /** The unsent bytes beyond which the kernel takes no more, although the send buffer has room. */
        private static final KernelFile UNSENT_LIMIT = new KernelFile(Path.of("/proc/sys/net/ipv4/tcp_notsent_lowat"));

        /** More than the kernel accounts for a segment besides its payload. */
        private static final int BESIDE_SEGMENT = 1536;

        /** More than the headers of a segment, with all options. */
        private static final int HEADER_BYTES = 120;

        /** Payload of a segment on the way to another host, whose networks are not known: what each of them carries. */
        private static final int LEAST_SEGMENT_BYTES = 536 - HEADER_BYTES;

        private TcpRoom() {}

        static Room of(SocketChannel socket, int messageBytes) throws IOException {
            InetAddress local = ((InetSocketAddress) socket.getLocalAddress()).getAddress();
            return Room.there(certain(
                    messageBytes, Math.min(SocketBuffers.accountedBytes(socket), unsentLimit()), segmentBytes(local)));
        }

        private static int segmentBytes(InetAddress local) {
            try {
                NetworkInterface network = NetworkInterface.getByInetAddress(local);
                return local.isLoopbackAddress() && network != null
                        ? Math.max(1, network.getMTU() - HEADER_BYTES)
                        : LEAST_SEGMENT_BYTES;
            } catch (SocketException e) { // a sandbox may hide its networks
                return LEAST_SEGMENT_BYTES;
            }
        }

        /** A message that does not begin where a segment does has parts of two more. */
        static long certain(int messageBytes, long accountedBytes, int segmentBytes) {
            return accountedBytes / (messageBytes + BESIDE_SEGMENT * (messageBytes / segmentBytes + 2L));
        }

        /** 0 if it cannot be read. */
        private static long unsentLimit() {
            try {
                return Long.parseLong(UNSENT_LIMIT.wholeText().orElse("0").strip());
            } catch (IOException | NumberFormatException e) {
                return 0;
            }
        }
    }
}
