package org.ipcbench.transports.udp;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.FanOut;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.ipcbench.transport.resource.AlignedMemory;
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
        return new TransportInfo("udp", "loopback UDP, losses counted", "UDP", Set.of("sockets", "standard"), 60);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.LOSSY,
                        Trait.HIDES_DEATH,
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
    public Optional<FanOut> fanOut() {
        return Optional.of(new UdpFanOut());
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

    /**
     * Authentication by datagrams that may get lost: the client repeats its proof and the port it receives at until the server
     * has answered with its own proof. Neither side knows when the other one stops, so both must expect repetitions later.
     */
    static final class UdpAuthentication {
        /** Time until a repetition; a running server answers sooner, unless its answer got lost. */
        private static final Duration REPEAT_AFTER = Duration.ofMillis(100);

        static final int CLIENT_BYTES = Token.PROOF_BYTES + Integer.BYTES;
        private static final int SERVER_BYTES = Token.PROOF_BYTES;

        private final Token token;
        private final Duration timeout;

        UdpAuthentication(Session session) {
            token = session.token();
            timeout = session.connectTimeout();
        }

        /**
         * The client's side: shows its proof and demands the server's.
         *
         * @param answer from {@link #bufferForAnswer}; holds the server's answer afterwards
         * @return the sender's address of the answer
         */
        SocketAddress proveToServer(Inbox inbox, DatagramChannel outbox, ByteBuffer answer) throws IOException {
            ByteBuffer question = ofClient(inbox.address());
            long start = System.nanoTime();
            do {
                outbox.write(question.rewind());
                SocketAddress sender = inbox.receive(answer, REPEAT_AFTER.toNanos());
                if (sender != null && isOfServer(answer)) {
                    return sender;
                }
            } while (System.nanoTime() - start < timeout.toNanos());
            throw new SocketTimeoutException("the server has not answered within " + timeout);
        }

        /**
         * The server's side: waits for the client that belongs to the session; all others get no answer.
         *
         * @param question from {@link #bufferForQuestion}; holds the client's proof and port afterwards
         * @return the sender's address of the proof
         */
        SocketAddress verifyClient(Inbox inbox, ByteBuffer question) throws IOException {
            long deadline = System.nanoTime() + timeout.toNanos();
            long leftNanos = timeout.toNanos();
            while (leftNanos > 0) {
                SocketAddress sender = inbox.receive(question, leftNanos);
                if (sender != null && isOfClient(question)) {
                    return sender;
                }
                leftNanos = deadline - System.nanoTime();
            }
            throw new SocketTimeoutException("no client has proved the session's token within " + timeout);
        }

        /** A buffer with one byte more than an answer, so that a longer datagram is recognised. */
        static ByteBuffer bufferForAnswer() {
            return ByteBuffer.allocateDirect(SERVER_BYTES + 1);
        }

        /** A buffer with one byte more than a question, so that a longer datagram is recognised. */
        static ByteBuffer bufferForQuestion() {
            return ByteBuffer.allocateDirect(CLIENT_BYTES + 1);
        }

        /** The question, which the client repeats. */
        ByteBuffer ofClient(InetSocketAddress inbox) {
            return ByteBuffer.allocateDirect(CLIENT_BYTES)
                    .put(token.clientProof())
                    .putInt(inbox.getPort())
                    .flip();
        }

        /** The answer to a question. */
        ByteBuffer ofServer() {
            return ByteBuffer.allocateDirect(SERVER_BYTES)
                    .put(token.serverProof())
                    .flip();
        }

        /** Whether a datagram, between position and limit, is the proof of this session's client. */
        private boolean isOfClient(ByteBuffer datagram) {
            return datagram.remaining() == CLIENT_BYTES && Token.matches(token.clientProof(), proofIn(datagram));
        }

        /** Whether a datagram, between position and limit, is the proof of this session's server. */
        private boolean isOfServer(ByteBuffer datagram) {
            return datagram.remaining() == SERVER_BYTES && Token.matches(token.serverProof(), proofIn(datagram));
        }

        /** The port where the client of this question receives. */
        static int portIn(ByteBuffer datagram) {
            return datagram.getInt(datagram.position() + Token.PROOF_BYTES) & 0xffff;
        }

        private static byte[] proofIn(ByteBuffer datagram) {
            byte[] proof = new byte[Token.PROOF_BYTES];
            datagram.get(datagram.position(), proof);
            return proof;
        }
    }
}
