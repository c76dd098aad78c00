package org.ipcbench.transports.junixsocket;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import org.ipcbench.transport.DuplexChannel;
import org.ipcbench.transport.Room;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.ipcbench.transports.shared.SpinLoop;
import org.ipcbench.transports.stream.SocketBuffers;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.FileDescriptorCast;

/**
 * Each message as one datagram: one system call to send it and one to receive it, no copy but the kernel's own.
 *
 * <p>junixsocket makes and closes the socket. The library's own channel is not used, because it allocates an object per
 * call and does more around the system call than a native call does.
 */
sealed class DatagramMessages implements DuplexChannel {
    /** Returned by {@link #nextNow} if there is no datagram yet. */
    static final int NOT_YET = -1;

    private static final int NO_FLAGS = 0;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int NO_DESCRIPTOR = -1;

    private final AFUNIXDatagramChannel socket;
    private final LibC libc = CLibrary.calls();
    private final ByteBuffer outgoing;
    private final long outgoingAddress;
    /** Has one byte more than any message, so that a datagram that is too long is recognised. */
    private final ByteBuffer incoming;

    private final long incomingAddress;
    /** Descriptor of the socket; none once it is closed, because another file may have the number by then. */
    private int descriptor;

    private int claimed;

    DatagramMessages(AFUNIXDatagramChannel socket, int messageSizeBytes) throws IOException {
        this.socket = socket;
        descriptor = FileDescriptorCast.using(socket.getFileDescriptor()).as(Integer.class);
        outgoing = AlignedMemory.allocate(messageSizeBytes);
        outgoingAddress = CLibrary.addressOf(outgoing);
        incoming = AlignedMemory.allocate(messageSizeBytes + 1);
        incomingAddress = CLibrary.addressOf(incoming);
    }

    /** Takes a connected socket over, with a send buffer that fits the session's messages. */
    static DatagramMessages over(AFUNIXDatagramChannel socket, Session session) throws IOException {
        fit(socket, session, session.maxMessageBytes());
        return SpinLoop.isAsked(session)
                ? new Spinning(socket, session)
                : new DatagramMessages(socket, session.maxMessageBytes());
    }

    /** Gives a socket the session's buffer, or one that holds a datagram of this size. */
    static void fit(AFUNIXDatagramChannel socket, Session session, int datagramBytes) throws IOException {
        int needed = MessageLimit.bufferBytesFor(datagramBytes);
        SocketBuffers.set(socket, session, SocketBuffers.AS_THE_KERNEL_TELLS);
        if (2 * needed > socket.getOption(StandardSocketOptions.SO_SNDBUF)) {
            if (session.bufferSizeBytes() > 0) {
                throw MessageLimit.tooSmall(datagramBytes, session.bufferSizeBytes());
            }
            socket.setOption(StandardSocketOptions.SO_SNDBUF, needed);
        }
    }

    /** The ends are connected to each other, so that no limit on the number of datagrams applies. */
    @Override
    public Room room(int messageBytes) throws IOException {
        return SocketBuffers.room(messageBytes, (long) socket.getOption(StandardSocketOptions.SO_SNDBUF));
    }

    @Override
    public ByteBuffer claim(int length) {
        claimed = length;
        return outgoing.clear().limit(length);
    }

    @Override
    public void commit() throws IOException {
        long sent = libc.send(descriptor, outgoingAddress, claimed, NO_FLAGS);
        while (sent < 0) {
            FailedCallException.unlessInterrupted("send");
            sent = libc.send(descriptor, outgoingAddress, claimed, NO_FLAGS);
        }
        if (sent != claimed) {
            throw new IOException("the kernel took %d of a datagram's %d bytes".formatted(sent, claimed));
        }
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        long received = next(length + 1);
        if (received != length) {
            throw explained((int) received, length);
        }
        return incoming.limit(length).position(0);
    }

    @Override
    public void close() throws IOException {
        descriptor = NO_DESCRIPTOR;
        socket.close();
    }

    /** Waits for the next datagram, of which it takes at most this many bytes. */
    long next(int atMostBytes) throws FailedCallException {
        long received = libc.recv(descriptor, incomingAddress, atMostBytes, NO_FLAGS);
        while (received < 0) {
            FailedCallException.unlessInterrupted("recv");
            received = libc.recv(descriptor, incomingAddress, atMostBytes, NO_FLAGS);
        }
        return received;
    }

    /** Takes the next datagram if there is one, as {@link #next} does; {@link #NOT_YET} if there is none. */
    final long nextNow(int atMostBytes) throws FailedCallException {
        long received = libc.recv(descriptor, incomingAddress, atMostBytes, MSG_DONTWAIT);
        if (received >= 0) {
            return received;
        }
        return switch (Errno.last()) {
            case EAGAIN, EINTR -> NOT_YET;
            default -> throw FailedCallException.last("recv");
        };
    }

    private static IOException explained(int received, int length) {
        if (received == 0) {
            return new EOFException("the other side has closed the connection");
        }
        return received > length ? WrongLengthException.tooLong(length) : new WrongLengthException(received, length);
    }

    /** Asks the socket again and again for some time, without waiting, before it waits in the kernel. */
    private static final class Spinning extends DatagramMessages {
        private final SpinLoop spin;

        Spinning(AFUNIXDatagramChannel socket, Session session) throws IOException {
            super(socket, session.maxMessageBytes());
            spin = new SpinLoop(session);
        }

        @Override
        long next(int atMostBytes) throws FailedCallException {
            spin.begin();
            while (spin.lasts()) {
                long received = nextNow(atMostBytes);
                if (received != NOT_YET) {
                    return received;
                }
            }
            return super.next(atMostBytes);
        }
    }
}
