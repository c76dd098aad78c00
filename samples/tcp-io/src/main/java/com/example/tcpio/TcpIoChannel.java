package com.example.tcpio;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ipcbench.transport.Channel;

/**
 * Messages over a socket's streams. Streams want arrays and the contract wants direct buffers, so every message is copied
 * once more on either side; nothing is allocated for it.
 */
final class TcpIoChannel implements Channel {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final ByteBuffer outgoing;
    private final ByteBuffer incoming;
    private final byte[] array;
    private int claimed;

    TcpIoChannel(Socket socket, int messageSizeBytes) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(0); // authentication is over: from now on a receive may wait for ever
        in = socket.getInputStream();
        out = socket.getOutputStream();
        outgoing = ByteBuffer.allocateDirect(messageSizeBytes).order(ByteOrder.nativeOrder());
        incoming = ByteBuffer.allocateDirect(messageSizeBytes).order(ByteOrder.nativeOrder());
        array = new byte[messageSizeBytes];
    }

    @Override
    public ByteBuffer claim(int length) {
        claimed = length;
        return outgoing.clear().limit(length);
    }

    @Override
    public void commit() throws IOException {
        outgoing.get(0, array, 0, claimed);
        out.write(array, 0, claimed);
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        if (in.readNBytes(array, 0, length) < length) {
            throw new EOFException("the other side has closed the connection");
        }
        return incoming.clear().put(array, 0, length).flip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
