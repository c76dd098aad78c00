package org.ipcbench.transports.udp;

import java.io.EOFException;
import java.io.IOException;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.LossyChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.stream.SocketBuffers;
import org.jspecify.annotations.Nullable;

/** A message is a datagram. Datagrams that are not from the other side's sending socket are ignored. */
final class UdpChannel implements LossyChannel {
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
