package org.ipcbench.transports.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.ipcbench.transport.Channel;
import org.ipcbench.transports.stream.PatientSink;
import org.ipcbench.transports.stream.StreamChannel;

/** One of several sockets that one thread serves: reading does not block, and writing waits only for this socket. */
final class SelectedSocket implements Channel {
    private final SocketChannel socket;
    private final PatientSink sink;
    private final StreamChannel stream;

    /** Takes the socket over, which is blocking until it is {@linkplain #register registered}. */
    SelectedSocket(SocketChannel socket, int messageSizeBytes) {
        this.socket = socket;
        sink = new PatientSink(socket);
        stream = new StreamChannel(socket, sink, messageSizeBytes);
    }

    /**
     * Makes a selector report when there is something to read.
     *
     * @param number identifies this socket in the report
     */
    void register(Selector selector, int number) throws IOException {
        socket.configureBlocking(false);
        var unused = socket.register(selector, SelectionKey.OP_READ, number);
    }

    /** Whether another whole message has been read already. */
    boolean holds(int length) {
        return stream.holds(length);
    }

    /** Whether {@link #receive} does not have to wait; reads once if it would have to. */
    boolean isReceivable(int length) throws IOException {
        return stream.isReceivable(length);
    }

    /** Whether the client has closed, which a selector would report again and again. */
    boolean hasEnded() {
        return stream.hasEnded();
    }

    @Override
    public ByteBuffer claim(int length) {
        return stream.claim(length);
    }

    @Override
    public void commit() throws IOException {
        stream.commit();
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        return stream.receive(length);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
