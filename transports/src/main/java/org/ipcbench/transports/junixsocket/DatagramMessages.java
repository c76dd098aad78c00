package org.ipcbench.transports.junixsocket;

import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.stream.SocketBuffers;
import org.newsclub.net.unix.AFUNIXDatagramChannel;

/**
 * Each message as one datagram: one system call to send it and one to receive it, no copy but the kernel's own.
 *
 * <p>junixsocket makes and closes the socket. Its own channel allocates an object a call and does more around the system
 * call than the JDK's file channel, which reads and writes any descriptor.
 */
final class DatagramMessages implements Channel {
    private final AFUNIXDatagramChannel socket;
    private final FileChannel source;
    private final FileChannel sink;
    private final ByteBuffer outgoing;
    /** Has a byte more than any message, by which a datagram that is too long is recognised. */
    private final ByteBuffer incoming;

    private int claimed;

    @SuppressWarnings("StreamResourceLeak") // both streams and their channels end with the socket's descriptor
    private DatagramMessages(AFUNIXDatagramChannel socket, int messageSizeBytes) throws IOException {
        this.socket = socket;
        source = new FileInputStream(socket.getFileDescriptor()).getChannel();
        sink = new FileOutputStream(socket.getFileDescriptor()).getChannel();
        outgoing = AlignedMemory.allocate(messageSizeBytes);
        incoming = AlignedMemory.allocate(messageSizeBytes + 1);
    }

    /** Takes a connected socket over, with a send buffer that the session's messages fit. */
    static DatagramMessages over(AFUNIXDatagramChannel socket, Session session) throws IOException {
        int needed = MessageLimit.bufferBytesFor(session.messageSizeBytes());
        SocketBuffers.set(socket, session, SocketBuffers.AS_THE_KERNEL_TELLS);
        if (2 * needed > socket.getOption(StandardSocketOptions.SO_SNDBUF)) {
            if (session.bufferSizeBytes() > 0) {
                throw new IOException(
                        "--buffer %d holds no message of %d bytes with what the kernel adds; give at least %d"
                                .formatted(session.bufferSizeBytes(), session.messageSizeBytes(), needed));
            }
            socket.setOption(StandardSocketOptions.SO_SNDBUF, needed);
        }
        return new DatagramMessages(socket, session.messageSizeBytes());
    }

    @Override
    public ByteBuffer claim(int length) {
        claimed = length;
        return outgoing.clear().limit(length);
    }

    @Override
    public void commit() throws IOException {
        int sent = sink.write(outgoing.limit(claimed).position(0));
        if (sent != claimed) {
            throw new IOException("the kernel took %d of a datagram's %d bytes".formatted(sent, claimed));
        }
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        int received = source.read(incoming.limit(length + 1).position(0));
        if (received < 0) {
            throw new EOFException("the other side has closed the connection");
        }
        if (received != length) {
            throw received > length ? WrongLengthException.tooLong(length) : new WrongLengthException(received, length);
        }
        return incoming.flip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
