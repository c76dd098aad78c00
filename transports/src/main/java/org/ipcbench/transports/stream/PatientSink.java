package org.ipcbench.transports.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;

/**
 * The sink of messages over a socket that does not block: waits for room in the kernel's buffer, as a blocking socket does.
 */
public final class PatientSink implements WritableByteChannel {
    private final SocketChannel socket;

    public PatientSink(SocketChannel socket) {
        this.socket = socket;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        int written = socket.write(bytes);
        if (written == 0 && bytes.hasRemaining()) {
            awaitRoom();
        }
        return written;
    }

    /**
     * Waits with a separate selector, which is closed afterwards; otherwise each of many clients would keep two descriptors.
     */
    private void awaitRoom() throws IOException {
        try (Selector writable = Selector.open()) {
            var unused = socket.register(writable, SelectionKey.OP_WRITE);
            Readiness.await(writable, key -> {});
        }
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
