package org.ipcbench.transports.junixsocket;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.libc.CLibrary;
import org.ipcbench.transports.libc.Errno;
import org.ipcbench.transports.libc.FailedCallException;
import org.ipcbench.transports.libc.LibC;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.FileDescriptorCast;

/** Where one side receives datagrams, with a deadline. */
final class DatagramInbox implements Closeable {
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

    /** Takes the socket over, unless it fails. */
    DatagramInbox(AFUNIXDatagramChannel socket, int largestBytes) throws IOException {
        this.socket = socket;
        descriptor = FileDescriptorCast.using(socket.getFileDescriptor()).as(Integer.class);
        // one byte more, so that a longer datagram is not mistaken for one of the largest size
        incoming = AlignedMemory.allocate(largestBytes + 1);
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

    /** What is behind the first bytes. */
    long longBehind(int length) {
        return incoming.clear().getLong(length);
    }

    @Override
    public void close() throws IOException {
        descriptor = NO_DESCRIPTOR;
        socket.close();
    }
}
