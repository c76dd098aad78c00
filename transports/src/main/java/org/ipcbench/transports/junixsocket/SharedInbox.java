package org.ipcbench.transports.junixsocket;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.junixsocket.UdsDgramTransport.DatagramListener;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * The named socket to which clients send, each with a stamp behind its messages. The stamp says which client it is, and is a secret of the
 * session: a datagram with another one is a stranger's, which is counted and passed over.
 */
final class SharedInbox implements Closeable {
    /** What a datagram has besides the message. */
    static final int STAMP_BYTES = Long.BYTES;

    private static final String NAME = "inbox";

    private final Path path;
    private final DatagramInbox datagrams;
    private final long firstStamp;
    private final int clients;
    private long strangers;
    private int sender;

    private SharedInbox(Path path, DatagramInbox datagrams, long firstStamp, int clients) {
        this.path = path;
        this.datagrams = datagrams;
        this.firstStamp = firstStamp;
        this.clients = clients;
    }

    /** For the client of this connection alone. */
    static SharedInbox ofOne(Session session) throws IOException {
        return open(session, 1);
    }

    /** For the clients of all connections. */
    static SharedInbox ofAll(Session session) throws IOException {
        return open(session.connection(0), session.connections());
    }

    private static SharedInbox open(Session first, int clients) throws IOException {
        Path path = first.scratchDirectory().resolve(first.nameOf(NAME) + ".socket");
        AFUNIXDatagramChannel socket = DatagramListener.bind(path);
        try {
            return new SharedInbox(
                    path, new DatagramInbox(socket, largestBytes(first) + STAMP_BYTES), stampOf(first), clients);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Room that every channel of a session has for a message. */
    static int largestBytes(Session session) {
        return Math.max(session.maxMessageBytes(), LossyChannel.MIN_BYTES);
    }

    /** Half of the client's proof, and the connection. */
    private static long stampOf(Session session) {
        return ByteBuffer.wrap(session.token().clientProof()).getLong() + session.connection();
    }

    Path path() {
        return path;
    }

    /**
     * Returns the length of a client's next message, {@link DatagramInbox#NOTHING} if the time is up. The first stranger may make a wait
     * twice as long, so that a wait without strangers need not ask a clock.
     */
    int receive(long timeoutNanos) throws IOException {
        int received = datagrams.receive(timeoutNanos);
        if (received == DatagramInbox.NOTHING || isOfClient(received)) {
            return messageBytes(received);
        }
        long deadline = System.nanoTime() + timeoutNanos;
        long leftNanos = timeoutNanos;
        while (leftNanos > 0 || timeoutNanos == DatagramInbox.ALWAYS) {
            received = datagrams.receive(leftNanos);
            if (received == DatagramInbox.NOTHING || isOfClient(received)) {
                return messageBytes(received);
            }
            leftNanos = timeoutNanos == DatagramInbox.ALWAYS ? timeoutNanos : deadline - System.nanoTime();
        }
        return DatagramInbox.NOTHING;
    }

    private static int messageBytes(int received) {
        return received == DatagramInbox.NOTHING ? received : received - STAMP_BYTES;
    }

    private boolean isOfClient(int received) {
        long client = received < STAMP_BYTES ? -1 : datagrams.longBehind(received - STAMP_BYTES) - firstStamp;
        if (client < 0 || client >= clients) {
            strangers++;
            return false;
        }
        sender = (int) client;
        return true;
    }

    /** The client whose message has arrived, from 0. */
    int sender() {
        return sender;
    }

    /** The message of this length that has arrived. */
    ByteBuffer view(int length) {
        return datagrams.view(length);
    }

    /** Number of datagrams that were no client's. */
    long strangers() {
        return strangers;
    }

    /** Takes the name away: who sends already continues to. */
    void unlink() throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        try (datagrams) {
            unlink();
        }
    }

    /** Where a client sends; it does not wait. */
    static final class Outbox implements Closeable {
        private static final int MSG_DONTWAIT = 0x40;
        private static final int MSG_NOSIGNAL = 0x4000;
        private static final int NO_DESCRIPTOR = -1;

        private final AFUNIXDatagramChannel socket;
        private final LibC libc = CLibrary.calls();
        private final ByteBuffer outgoing;
        private final long outgoingAddress;
        private final long stamp;
        private int descriptor;
        private int claimed;

        private Outbox(AFUNIXDatagramChannel socket, Session session) throws IOException {
            this.socket = socket;
            descriptor = FileDescriptorCast.using(socket.getFileDescriptor()).as(Integer.class);
            outgoing = AlignedMemory.allocate(largestBytes(session) + STAMP_BYTES);
            outgoingAddress = CLibrary.addressOf(outgoing);
            stamp = stampOf(session);
        }

        static Outbox to(Path inbox, Session session) throws IOException {
            AFUNIXDatagramChannel socket = AFUNIXDatagramChannel.open();
            try {
                socket.connect(AFUNIXSocketAddress.of(inbox));
                DatagramMessages.fit(socket, session, largestBytes(session) + STAMP_BYTES);
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
            outgoing.clear().putLong(claimed, stamp);
            long sent = libc.send(descriptor, outgoingAddress, claimed + STAMP_BYTES, MSG_DONTWAIT);
            while (sent < 0) {
                switch (Errno.last()) {
                    case EAGAIN -> {
                        return;
                    }
                    case EINTR -> sent = libc.send(descriptor, outgoingAddress, claimed + STAMP_BYTES, MSG_DONTWAIT);
                    default -> throw FailedCallException.last("send");
                }
            }
        }

        /** Tells the server of the end by a datagram without a message, which may be lost like any other. */
        void end() {
            if (descriptor != NO_DESCRIPTOR) {
                outgoing.clear().putLong(0, stamp);
                var unused = libc.send(descriptor, outgoingAddress, STAMP_BYTES, MSG_DONTWAIT | MSG_NOSIGNAL);
            }
        }

        @Override
        public void close() throws IOException {
            descriptor = NO_DESCRIPTOR;
            socket.close();
        }
    }
}
