package org.ipcbench.transports.junixsocket;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.CloseOnFailure;
import org.ipcbench.transports.junixsocket.UdsDgramTransport.DatagramListener;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.shared.MultiplexedListeners;
import org.ipcbench.transports.stream.SocketBuffers;
import org.jspecify.annotations.Nullable;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * Datagrams of all clients to one bound Unix socket, as syslog and systemd have it: a client does not wait, but drops what does not fit into
 * the socket's queue. Answers go over a pair of connected sockets for each client, as {@code uds-dgram} has it, and are never dropped.
 */
public final class UdsDgramDropTransport implements JunixTransport {
    private static final String INBOX = "inbox";
    private static final String SEPARATOR = " ";

    @Override
    public TransportInfo info() {
        return new TransportInfo(
                "uds-dgram-drop",
                "Unix domain datagrams of all clients to one socket, dropped if its queue is full (junixsocket)",
                "Unix Domain Socket (datagram, dropped when full)",
                Set.of("sockets"),
                37,
                new SocketsAndCalls());
    }

    @Override
    public Traits traits() {
        SizeLimit all = MessageLimit.ofRunningKernel();
        return Traits.of(WaitStrategy.BLOCKING, Trait.LOSSY, Trait.DATAGRAM, Trait.MANY_CLIENTS, Trait.SHARED_QUEUE)
                .withBuffer(SocketBuffers.DESCRIPTION)
                .withSizeLimit(new SizeLimit(all.maximumBytes() - Outbox.NUMBER_BYTES, all.remedy()));
    }

    /** A client has a second socket. */
    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        MessageLimit.requireRoom(messageBytes + Outbox.NUMBER_BYTES, bufferBytes);
        return SocketBuffers.needs(bufferBytes, connections, 2);
    }

    @Override
    public JunixSocket socket() {
        return new DroppingSocket();
    }

    @Override
    public MultiplexedListener listenMultiplexed(Session session) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        return SharedListener.open(session, id());
    }

    private static int largestBytes(Session session) {
        return Math.max(session.maxMessageBytes(), LossyChannel.MIN_BYTES);
    }

    private static final class DroppingSocket implements JunixSocket {
        @Override
        public Listener listen(Session session, String id) throws IOException {
            return OnlyListener.open(session, id);
        }

        /** The server takes the name of its inbox away as soon as it has accepted. */
        @Override
        public Channel connect(Session session, String address) throws IOException {
            String[] paths = address.split(SEPARATOR, -1);
            if (paths.length != 2) {
                throw new IOException(address + " is not an address of uds-dgram-drop");
            }
            try (CloseOnFailure opened = new CloseOnFailure()) {
                Outbox outbox = Outbox.to(Path.of(paths[1]), session);
                opened.add(outbox);
                Channel channel = UdsDgramTransport.connect(
                        session, paths[0], (socket, own) -> new ClientChannel(outbox, new Inbox(socket, own)));
                opened.release();
                return channel;
            }
        }
    }

    /** The listener of the only client: its own socket for answers, and the inbox. */
    private static final class OnlyListener implements Listener {
        private final DatagramListener own;
        private final NamedInbox inbox;
        private boolean accepted;

        private OnlyListener(DatagramListener own, NamedInbox inbox) {
            this.own = own;
            this.inbox = inbox;
        }

        static OnlyListener open(Session session, String id) throws IOException {
            try (CloseOnFailure opened = new CloseOnFailure()) {
                NamedInbox inbox = NamedInbox.open(session);
                opened.add(inbox);
                DatagramListener own = DatagramListener.bind(
                        session, id, (socket, owned) -> ServerChannel.only(answers(socket, owned), inbox.inbox()));
                opened.release();
                return new OnlyListener(own, inbox);
            }
        }

        @Override
        public String address() {
            return own.address() + SEPARATOR + inbox.path();
        }

        @Override
        public Channel accept() throws IOException {
            Channel channel = own.accept();
            accepted = true;
            return channel;
        }

        @Override
        public void close() throws IOException {
            try (own) {
                inbox.close(!accepted);
            }
        }
    }

    private static DatagramMessages answers(AFUNIXDatagramChannel socket, Session session) throws IOException {
        int bytes = largestBytes(session);
        DatagramMessages.fit(socket, session, bytes);
        return new DatagramMessages(socket, bytes);
    }

    /** The listeners of all clients, with one inbox. */
    private record SharedListener(MultiplexedListeners own, NamedInbox inbox, AtomicBoolean accepted)
            implements MultiplexedListener {
        static SharedListener open(Session session, String id) throws IOException {
            try (CloseOnFailure opened = new CloseOnFailure()) {
                NamedInbox inbox = NamedInbox.open(session);
                opened.add(inbox);
                MultiplexedListeners own = MultiplexedListeners.open(
                        session,
                        connection -> DatagramListener.bind(
                                connection,
                                id,
                                (socket, owned) -> ServerChannel.ofSeveral(answers(socket, owned), inbox.inbox())),
                        channels -> new ServerChannels(inbox.inbox(), channels));
                opened.release();
                return new SharedListener(own, inbox, new AtomicBoolean());
            }
        }

        @Override
        public List<String> addresses() {
            return own.addresses().stream()
                    .map(address -> address + SEPARATOR + inbox.path())
                    .toList();
        }

        @Override
        public MultiplexedChannels accept() throws IOException {
            MultiplexedChannels channels = own.accept();
            accepted.set(true);
            return channels;
        }

        @Override
        public void close() throws IOException {
            try (own) {
                inbox.close(!accepted.get());
            }
        }
    }

    /** The inbox of a server, as long as it has a name. */
    private record NamedInbox(Path path, Inbox inbox) implements Closeable {
        static NamedInbox open(Session session) throws IOException {
            Path path = session.scratchDirectory().resolve(session.nameOf(INBOX) + ".socket");
            AFUNIXDatagramChannel socket = DatagramListener.bind(path);
            try {
                return new NamedInbox(path, new Inbox(socket, session));
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        }

        void close(boolean wholly) throws IOException {
            try {
                if (wholly) {
                    inbox.close();
                }
            } finally {
                Files.deleteIfExists(path);
            }
        }

        @Override
        public void close() throws IOException {
            close(true);
        }
    }

    /** Where one side receives, with a deadline. */
    private static final class Inbox implements Closeable {
        private static final int SOL_SOCKET = 1;
        private static final int SO_RCVTIMEO = 20;
        private static final int TIMEVAL_BYTES = 2 * Long.BYTES;
        private static final int NO_DESCRIPTOR = -1;

        /** Returned if nothing arrived in time. */
        static final int NOTHING = -1;

        /** No deadline. */
        static final long ALWAYS = 0;

        private final AFUNIXDatagramChannel socket;
        private final LibC libc = CLibrary.calls();
        private final ByteBuffer incoming;
        private final long incomingAddress;
        private final ByteBuffer timeval = AlignedMemory.allocate(TIMEVAL_BYTES);
        private final long timevalAddress = CLibrary.addressOf(timeval);
        private long timeoutMicros = ALWAYS;
        private int descriptor;

        /** Takes the socket over. */
        Inbox(AFUNIXDatagramChannel socket, Session session) throws IOException {
            this.socket = socket;
            descriptor = FileDescriptorCast.using(socket.getFileDescriptor()).as(Integer.class);
            // one byte more, so that a longer datagram is not mistaken for a message
            incoming = AlignedMemory.allocate(largestBytes(session) + Outbox.NUMBER_BYTES + 1);
            incomingAddress = CLibrary.addressOf(incoming);
        }

        /** Returns the length of the next datagram, {@link #NOTHING} if the time is up. */
        int receive(long timeoutNanos) throws IOException {
            setTimeout(timeoutNanos == ALWAYS ? ALWAYS : Math.max(1, TimeUnit.NANOSECONDS.toMicros(timeoutNanos)));
            while (true) {
                long received = libc.recv(descriptor, incomingAddress, incoming.capacity(), 0);
                if (received >= 0) {
                    return (int) received;
                }
                switch (Errno.last()) {
                    case EINTR -> {}
                    case EAGAIN -> {
                        return NOTHING;
                    }
                    default -> {
                        requireOpen();
                        throw FailedCallException.last("recv");
                    }
                }
            }
        }

        private void setTimeout(long micros) throws IOException {
            if (micros == timeoutMicros) {
                return;
            }
            long second = TimeUnit.SECONDS.toMicros(1);
            timeval.putLong(0, micros / second).putLong(Long.BYTES, micros % second);
            requireOpen();
            CLibrary.check(
                    "setsockopt(SO_RCVTIMEO)",
                    libc.setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, timevalAddress, TIMEVAL_BYTES));
            timeoutMicros = micros;
        }

        private void requireOpen() throws IOException {
            if (descriptor == NO_DESCRIPTOR) {
                throw new ClosedChannelException();
            }
        }

        /** The first bytes of the datagram. */
        ByteBuffer view(int length) {
            return incoming.limit(length).position(0);
        }

        /** The sender's number, which is behind the message. */
        long numberBehind(int length) {
            return incoming.clear().getLong(length);
        }

        @Override
        public void close() throws IOException {
            descriptor = NO_DESCRIPTOR;
            socket.close();
        }
    }

    /** Where a client sends: each datagram has the number of its connection behind the message. */
    private static final class Outbox implements Closeable {
        static final int NUMBER_BYTES = Long.BYTES;
        private static final int MSG_DONTWAIT = 0x40;
        private static final int MSG_NOSIGNAL = 0x4000;
        private static final int NO_DESCRIPTOR = -1;

        private final AFUNIXDatagramChannel socket;
        private final LibC libc = CLibrary.calls();
        private final ByteBuffer outgoing;
        private final long outgoingAddress;
        private final long number;
        private int descriptor;
        private int claimed;

        private Outbox(AFUNIXDatagramChannel socket, Session session) throws IOException {
            this.socket = socket;
            descriptor = FileDescriptorCast.using(socket.getFileDescriptor()).as(Integer.class);
            outgoing = AlignedMemory.allocate(largestBytes(session) + NUMBER_BYTES);
            outgoingAddress = CLibrary.addressOf(outgoing);
            number = session.connection();
        }

        static Outbox to(Path inbox, Session session) throws IOException {
            AFUNIXDatagramChannel socket = AFUNIXDatagramChannel.open();
            try {
                socket.connect(AFUNIXSocketAddress.of(inbox));
                DatagramMessages.fit(socket, session, largestBytes(session) + NUMBER_BYTES);
                return new Outbox(socket, session);
            } catch (IOException e) {
                socket.close();
                throw e;
            }
        }

        ByteBuffer claim(int length) {
            claimed = length;
            return outgoing.clear().limit(length);
        }

        /** What finds no room is lost. */
        void commit() throws IOException {
            outgoing.clear().putLong(claimed, number);
            long sent = libc.send(descriptor, outgoingAddress, claimed + NUMBER_BYTES, MSG_DONTWAIT);
            while (sent < 0) {
                switch (Errno.last()) {
                    case EAGAIN -> {
                        return;
                    }
                    case EINTR -> sent = libc.send(descriptor, outgoingAddress, claimed + NUMBER_BYTES, MSG_DONTWAIT);
                    default -> throw FailedCallException.last("send");
                }
            }
        }

        /** Tells the server of the end by a datagram without a message, which may be lost like any other. */
        void end() {
            if (descriptor != NO_DESCRIPTOR) {
                outgoing.clear().putLong(0, number);
                var unused = libc.send(descriptor, outgoingAddress, NUMBER_BYTES, MSG_DONTWAIT | MSG_NOSIGNAL);
            }
        }

        @Override
        public void close() throws IOException {
            descriptor = NO_DESCRIPTOR;
            socket.close();
        }
    }

    private record ClientChannel(Outbox outbox, Inbox answers) implements LossyChannel {
        @Override
        public ByteBuffer claim(int length) {
            return outbox.claim(length);
        }

        @Override
        public void commit() throws IOException {
            outbox.commit();
        }

        @Override
        public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
            int length = answers.receive(Math.max(1, timeoutNanos));
            return length == Inbox.NOTHING ? null : answers.view(length);
        }

        @Override
        public void close() throws IOException {
            try (answers) {
                outbox.end();
                outbox.close();
            }
        }
    }

    /** The server's end of a connection: answers over its own socket, and takes messages from an inbox, alone or as it is told. */
    private static final class ServerChannel implements LossyChannel {
        private static final int NONE = -1;

        private final DatagramMessages answers;
        private final Inbox inbox;
        private final boolean isOnly;
        /** Length of the message in the inbox that is this connection's. */
        private int pending = NONE;

        private ServerChannel(DatagramMessages answers, Inbox inbox, boolean isOnly) {
            this.answers = answers;
            this.inbox = inbox;
            this.isOnly = isOnly;
        }

        static ServerChannel only(DatagramMessages answers, Inbox inbox) {
            return new ServerChannel(answers, inbox, true);
        }

        static ServerChannel ofSeveral(DatagramMessages answers, Inbox inbox) {
            return new ServerChannel(answers, inbox, false);
        }

        /** Says that the inbox has a message for this connection. */
        void arrived(int length) {
            pending = length;
        }

        @Override
        public ByteBuffer claim(int length) {
            return answers.claim(length);
        }

        @Override
        public void commit() throws IOException {
            answers.commit();
        }

        @Override
        public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
            int length = pending;
            pending = NONE;
            if (isOnly) {
                int received = inbox.receive(Math.max(1, timeoutNanos));
                length = received < Outbox.NUMBER_BYTES ? NONE : received - Outbox.NUMBER_BYTES;
            }
            if (length == 0) {
                throw new EOFException("the other side has closed the connection");
            }
            return length == NONE ? null : inbox.view(length);
        }

        @Override
        public void close() throws IOException {
            try (answers) {
                if (isOnly) {
                    inbox.close();
                }
            }
        }
    }

    /** The inbox of several clients, which one thread serves. */
    private static final class ServerChannels implements MultiplexedChannels {
        private final Inbox inbox;
        private final List<ServerChannel> channels;

        ServerChannels(Inbox inbox, List<Channel> accepted) {
            this.inbox = inbox;
            channels = accepted.stream().map(ServerChannel.class::cast).toList();
        }

        @Override
        public List<Channel> channels() {
            return new ArrayList<>(channels);
        }

        @Override
        public int next(int length) throws IOException {
            while (true) {
                int received = inbox.receive(Inbox.ALWAYS) - Outbox.NUMBER_BYTES;
                long number = received < 0 ? -1 : inbox.numberBehind(received);
                if (number >= 0 && number < channels.size()) {
                    channels.get((int) number).arrived(received);
                    return (int) number;
                }
            }
        }

        @Override
        public void close() throws IOException {
            try (inbox) {
                MultiplexedListeners.closeAll(channels);
            }
        }
    }
}
