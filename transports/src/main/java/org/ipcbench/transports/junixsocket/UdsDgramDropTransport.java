package org.ipcbench.transports.junixsocket;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
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
import org.ipcbench.transports.junixsocket.SharedInbox.Outbox;
import org.ipcbench.transports.junixsocket.UdsDgramTransport.DatagramListener;
import org.ipcbench.transports.shared.MultiplexedListeners;
import org.ipcbench.transports.stream.SocketBuffers;
import org.jspecify.annotations.Nullable;
import org.newsclub.net.unix.AFUNIXDatagramChannel;

/**
 * Datagrams of all clients to one bound Unix socket, as syslog and systemd have it: a client does not wait, but drops what does not fit into
 * the socket's queue. Answers go over a pair of connected sockets for each client, as {@code uds-dgram} has it, and are never dropped.
 */
public final class UdsDgramDropTransport implements JunixTransport {
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
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.HIDES_DEATH,
                        Trait.LOSSY,
                        Trait.DATAGRAM,
                        Trait.MANY_CLIENTS,
                        Trait.SHARED_QUEUE)
                .withBuffer(SocketBuffers.DESCRIPTION)
                .withSizeLimit(new SizeLimit(all.maximumBytes() - SharedInbox.STAMP_BYTES, all.remedy()));
    }

    /** A client has a second socket. */
    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        MessageLimit.requireRoom(messageBytes + SharedInbox.STAMP_BYTES, bufferBytes);
        return SocketBuffers.needs(bufferBytes, connections, 2);
    }

    @Override
    public JunixSocket socket() {
        return new DroppingSocket();
    }

    @Override
    public MultiplexedListener listenMultiplexed(Session session) throws IOException {
        NativeLibrary.unpackIn(session.scratchDirectory());
        return JointListener.open(session, id());
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
                        session,
                        paths[0],
                        (socket, own) ->
                                new ClientChannel(outbox, new DatagramInbox(socket, SharedInbox.largestBytes(own))));
                opened.release();
                return channel;
            }
        }
    }

    private record ClientChannel(Outbox outbox, DatagramInbox answers) implements LossyChannel {
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
            return length == DatagramInbox.NOTHING ? null : answers.view(length);
        }

        @Override
        public void close() throws IOException {
            try (answers) {
                outbox.end();
                outbox.close();
            }
        }
    }

    private static DatagramMessages answers(AFUNIXDatagramChannel socket, Session session) throws IOException {
        int bytes = SharedInbox.largestBytes(session);
        DatagramMessages.fit(socket, session, bytes);
        return new DatagramMessages(socket, bytes);
    }

    /** The listener of the only client: its own socket for answers, and the inbox. */
    private static final class OnlyListener implements Listener {
        private final DatagramListener own;
        private final SharedInbox inbox;
        private boolean accepted;

        private OnlyListener(DatagramListener own, SharedInbox inbox) {
            this.own = own;
            this.inbox = inbox;
        }

        static OnlyListener open(Session session, String id) throws IOException {
            try (CloseOnFailure opened = new CloseOnFailure()) {
                SharedInbox inbox = SharedInbox.ofOne(session);
                opened.add(inbox);
                DatagramListener own = DatagramListener.bind(
                        session, id, (socket, owned) -> SharedInboxChannel.only(answers(socket, owned), inbox));
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
                release(inbox, accepted);
            }
        }
    }

    private static void release(SharedInbox inbox, boolean accepted) throws IOException {
        if (accepted) {
            inbox.unlink(); // its channels have it
        } else {
            inbox.close();
        }
    }

    /** The listeners of all clients, with one inbox. */
    private record JointListener(MultiplexedListeners own, SharedInbox inbox, AtomicBoolean accepted)
            implements MultiplexedListener {
        static JointListener open(Session session, String id) throws IOException {
            try (CloseOnFailure opened = new CloseOnFailure()) {
                SharedInbox inbox = SharedInbox.ofAll(session);
                opened.add(inbox);
                MultiplexedListeners own = MultiplexedListeners.open(
                        session,
                        connection -> DatagramListener.bind(
                                connection,
                                id,
                                (socket, owned) -> SharedInboxChannel.ofSeveral(answers(socket, owned), inbox)),
                        channels -> SharedInboxChannel.join(inbox, channels));
                opened.release();
                return new JointListener(own, inbox, new AtomicBoolean());
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
                release(inbox, accepted.get());
            }
        }
    }

    /** The server's end of a connection: answers over its own socket, and takes messages from an inbox, alone or as it is told. */
    static final class SharedInboxChannel implements LossyChannel {
        private final DatagramMessages answers;
        private final SharedInbox inbox;
        private final boolean isOnly;
        /** Length of the message in the inbox that is this connection's. */
        private int pending = DatagramInbox.NOTHING;
        /** Whether this one tells of the strangers who sent to the inbox of all. */
        private boolean tellsOfStrangers;

        private SharedInboxChannel(DatagramMessages answers, SharedInbox inbox, boolean isOnly) {
            this.answers = answers;
            this.inbox = inbox;
            this.isOnly = isOnly;
            tellsOfStrangers = isOnly;
        }

        /** Takes both over. */
        static SharedInboxChannel only(DatagramMessages answers, SharedInbox inbox) {
            return new SharedInboxChannel(answers, inbox, true);
        }

        /** Takes the socket for answers over. */
        static SharedInboxChannel ofSeveral(DatagramMessages answers, SharedInbox inbox) {
            return new SharedInboxChannel(answers, inbox, false);
        }

        /** Takes the inbox and its channels over, which one thread serves. */
        static MultiplexedChannels join(SharedInbox inbox, List<Channel> accepted) {
            List<SharedInboxChannel> channels =
                    accepted.stream().map(SharedInboxChannel.class::cast).toList();
            channels.get(0).tellsOfStrangers = true;
            return new Joint(inbox, channels);
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
            int length = isOnly ? inbox.receive(Math.max(1, timeoutNanos)) : pending;
            pending = DatagramInbox.NOTHING;
            if (length == 0) {
                throw new EOFException("the other side has closed the connection");
            }
            return length == DatagramInbox.NOTHING ? null : inbox.view(length);
        }

        @Override
        public long strangers() {
            return tellsOfStrangers ? inbox.strangers() : 0;
        }

        @Override
        public void close() throws IOException {
            try (answers) {
                if (isOnly) {
                    inbox.close();
                }
            }
        }

        private record Joint(SharedInbox inbox, List<SharedInboxChannel> own) implements MultiplexedChannels {
            @Override
            public List<Channel> channels() {
                return List.copyOf(own);
            }

            @Override
            public int next(int length) throws IOException {
                int arrived = inbox.receive(DatagramInbox.ALWAYS);
                own.get(inbox.sender()).pending = arrived;
                return inbox.sender();
            }

            @Override
            public void close() throws IOException {
                try (inbox) {
                    MultiplexedListeners.closeAll(own);
                }
            }
        }
    }
}
