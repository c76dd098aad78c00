package org.ipcbench.control;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One end of the Unix socket between launcher and peer. Any thread may send; one thread receives. End of stream means
 * that the other process is gone.
 */
public final class ControlLink implements Closeable {
    private static final int READ_BYTES = 8192;

    private final SocketChannel socket;
    private final ControlCodec codec = new ControlCodec();
    private final ByteBuffer input = ByteBuffer.allocate(READ_BYTES).limit(0);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    public ControlLink(SocketChannel socket) {
        this.socket = socket;
    }

    /** Connects a peer to its launcher. */
    public static ControlLink connect(Path socket) throws IOException {
        return new ControlLink(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }

    public synchronized void send(ControlMessage message) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(codec.encode(message) + "\n");
        while (bytes.hasRemaining()) {
            socket.write(bytes);
        }
    }

    /** Waits for the next message; null at the end of the stream. */
    public @Nullable ControlMessage receive() throws IOException {
        while (true) {
            while (input.hasRemaining()) {
                byte next = input.get();
                if (next == '\n') {
                    String text = line.toString(StandardCharsets.UTF_8);
                    line.reset();
                    return codec.decode(text);
                }
                line.write(next);
            }
            input.clear();
            int count = socket.read(input);
            input.flip();
            if (count < 0) {
                return null;
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
