package org.ipcbench.transports.udp;

import java.io.EOFException;
import java.io.IOException;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Set;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transports.stream.SocketBuffers;
import org.jspecify.annotations.Nullable;

/** UDP over the loopback interface. Each side receives at one socket and sends from another. */
public final class UdpTransport implements Transport {
    /**
     * Largest message: the maximum of an IPv4 packet's 16-bit length, minus the headers of IP (20 bytes) and UDP (8 bytes).
     */
    private static final int MAX_BYTES = 65_535 - 20 - 8;

    private static final int SOCKETS_OF_A_SIDE = 2;

    @Override
    public TransportInfo info() {
        return new TransportInfo("udp", "loopback UDP, losses counted", "UDP", Set.of("standard"), 60);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.LOSSY,
                        Trait.DATAGRAM,
                        Trait.MANY_CLIENTS,
                        Trait.BOUNDED_SPIN,
                        Trait.LOOPBACK)
                .withBuffer(SocketBuffers.DESCRIPTION)
                .withSizeLimit(new SizeLimit(MAX_BYTES, "an IPv4 datagram has room for no more, nothing raises it"));
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) throws IOException {
        return SocketBuffers.needs(bufferBytes, connections, SOCKETS_OF_A_SIDE)
                .withPorts(2 * SOCKETS_OF_A_SIDE * connections);
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new UdpListener(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return UdpChannel.connect(session, address);
    }

    /** Waits for the client that proves the session's token; datagrams of strangers are ignored without an answer. */
    private static final class UdpListener implements Listener {
        private final Session session;
        private final String address;
        /** The inbox until a channel has taken it over; then null. */
        private @Nullable Inbox inbox;

        UdpListener(Session session) throws IOException {
            this.session = session;
            inbox = Inbox.open(session);
            address = Integer.toString(inbox.address().getPort());
        }

        @Override
        public String address() {
            return address;
        }

        @Override
        public Channel accept() throws IOException {
            Inbox waiting = inbox;
            if (waiting == null) {
                throw new IOException("this listener has accepted its client or is closed");
            }
            UdpAuthentication authentication = new UdpAuthentication(session);
            ByteBuffer question = UdpAuthentication.bufferForQuestion();
            SocketAddress client = authentication.verifyClient(waiting, question);
            DatagramChannel outbox = Loopback.to(Loopback.at(UdpAuthentication.portIn(question)));
            try {
                ByteBuffer answer = authentication.ofServer();
                outbox.write(answer);
                UdpChannel channel = new UdpChannel(waiting, outbox, client, question, answer, session);
                inbox = null;
                return channel;
            } catch (IOException e) {
                outbox.close();
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            if (inbox != null) {
                inbox.close();
                inbox = null;
            }
        }
    }

    /** A message is a datagram. Datagrams that are not from the other side's sending socket are ignored. */
    static final class UdpChannel implements LossyChannel {
        private final Inbox inbox;
        private final DatagramChannel outbox;
        private final SocketAddress otherSide;
        /** The datagram that the other side may repeat because an answer during authentication got lost or came late. */
        private final ByteBuffer repetition;
        /** The answer to such a repetition; empty if none is needed. */
        private final ByteBuffer answer;

        private final ByteBuffer outgoing;
        private final ByteBuffer incoming;
        private int claimed;
        private long strangers;

        /** Takes both sockets over. */
        UdpChannel(
                Inbox inbox,
                DatagramChannel outbox,
                SocketAddress otherSide,
                ByteBuffer repetition,
                ByteBuffer answer,
                Session session)
                throws IOException {
            this.inbox = inbox;
            this.outbox = outbox;
            this.otherSide = otherSide;
            this.repetition = repetition;
            this.answer = answer;
            int largestBytes = Math.max(session.maxMessageBytes(), MIN_BYTES);
            outgoing = AlignedMemory.allocate(largestBytes);
            // one byte more, so that a longer datagram is not mistaken for a message
            incoming = AlignedMemory.allocate(largestBytes + 1);
            SocketBuffers.set(outbox, session);
            SocketBuffers.set(inbox.socket(), session);
        }

        /** The client's side: connects to the listener's port, and proves the session's token. */
        static UdpChannel connect(Session session, String port) throws IOException {
            Inbox inbox = Inbox.open(session);
            try {
                DatagramChannel outbox = Loopback.to(Loopback.at(Integer.parseInt(port)));
                try {
                    ByteBuffer answer = UdpAuthentication.bufferForAnswer();
                    SocketAddress server = new UdpAuthentication(session).proveToServer(inbox, outbox, answer);
                    return new UdpChannel(inbox, outbox, server, answer, ByteBuffer.allocate(0), session);
                } catch (IOException e) {
                    outbox.close();
                    throw e;
                }
            } catch (IOException e) {
                inbox.close();
                throw new IOException("authentication failed at UDP port " + port, e);
            }
        }

        @Override
        public ByteBuffer claim(int length) {
            claimed = length;
            return outgoing.clear().limit(length);
        }

        @Override
        public void commit() throws IOException {
            send(outgoing.limit(claimed).position(0));
        }

        @Override
        public @Nullable ByteBuffer receiveWithin(long timeoutNanos) throws IOException {
            inbox.begin(timeoutNanos);
            SocketAddress sender = inbox.next(incoming);
            while (sender != null && isToBePassedOver(sender)) {
                sender = inbox.next(incoming); // in the same wait, which strangers cannot make longer
            }
            inbox.end();
            return sender == null ? null : incoming;
        }

        @Override
        public long strangers() {
            return strangers;
        }

        @Override
        public void close() throws IOException {
            try (inbox) {
                outbox.close();
            }
        }

        private boolean isToBePassedOver(SocketAddress sender) throws IOException {
            if (sender.equals(otherSide)) {
                return isRepetition();
            }
            strangers++;
            return true;
        }

        private boolean isRepetition() throws IOException {
            if (incoming.remaining() != repetition.limit() || !incoming.equals(repetition)) {
                return false;
            }
            if (answer.limit() > 0) {
                send(answer.rewind());
            }
            return true;
        }

        /** The socket at which the other side's datagrams arrive. */
        Inbox inbox() {
            return inbox;
        }

        /** Sends the bytes between position and limit. */
        void send(ByteBuffer datagram) throws IOException {
            try {
                outbox.write(datagram);
            } catch (PortUnreachableException e) {
                throw (EOFException) new EOFException("the other side has closed its socket").initCause(e);
            }
        }
    }
}
