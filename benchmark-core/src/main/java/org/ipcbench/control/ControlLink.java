package org.ipcbench.control;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One end of the link between launcher and peer: a Unix socket, or the peer's standard input and output. Any thread may
 * send; one thread receives. End of stream means that the other process is gone.
 *
 * <p>Transports use the JDK's code for channels as well. This code is compiled for what it does in the warm-up, and the
 * compiled code is discarded if the link does something else with it when the measured part begins. So the link uses direct
 * buffers, and calls of a socket that transports seldom use.
 */
public final class ControlLink implements Closeable {
    private static final int BUFFER_BYTES = 8192;

    /**
     * Limit of a line; the largest message is a measurement whose histogram uses its whole range: less than 200 KB.
     */
    static final int MAX_LINE_BYTES = 4 << 20;

    /**
     * A socket used by the calls for several buffers. If no socket of a transport blocks, the calls for one buffer are compiled
     * for that, and the first one that blocks would discard the compiled code.
     */
    private record Vectored(SocketChannel socket) implements ByteChannel {
        @Override
        public int read(ByteBuffer target) throws IOException {
            return Math.toIntExact(socket.read(new ByteBuffer[] {target}));
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return Math.toIntExact(socket.write(new ByteBuffer[] {bytes}));
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

    private final ReadableByteChannel source;
    private final WritableByteChannel sink;
    private final ControlCodec codec = new ControlCodec();
    private final ByteBuffer output = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer input = ByteBuffer.allocateDirect(BUFFER_BYTES).limit(0);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    public ControlLink(SocketChannel socket) {
        this(new Vectored(socket), new Vectored(socket));
    }

    /** The end that reads and writes these two streams. */
    public ControlLink(ReadableByteChannel source, WritableByteChannel sink) {
        this.source = source;
        this.sink = sink;
    }

    /** Connects a peer to its launcher. */
    public static ControlLink connect(Path socket) throws IOException {
        return new ControlLink(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }

    /** Connects a peer to the launcher, or the prefix, that holds the other ends of its standard input and output. */
    @SuppressWarnings("resource") // closed with the link
    public static ControlLink ofStandardStreams() {
        return new ControlLink(
                new FileInputStream(FileDescriptor.in).getChannel(),
                new FileOutputStream(FileDescriptor.out).getChannel());
    }

    public synchronized void send(ControlMessage message) throws IOException {
        byte[] bytes = (codec.encode(message) + "\n").getBytes(StandardCharsets.UTF_8);
        for (int sent = 0; sent < bytes.length; sent += output.limit()) {
            output.clear().limit(Math.min(bytes.length - sent, BUFFER_BYTES));
            output.put(bytes, sent, output.limit()).flip();
            while (output.hasRemaining()) {
                sink.write(output);
            }
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
                if (line.size() == MAX_LINE_BYTES) {
                    throw new IOException("a control line is longer than %d bytes".formatted(MAX_LINE_BYTES));
                }
                line.write(next);
            }
            input.clear();
            int count = source.read(input);
            input.flip();
            if (count < 0) {
                return null;
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (source) { // the end of what this side sends comes first: the other side may be waiting for it
            sink.close();
        }
    }
}
