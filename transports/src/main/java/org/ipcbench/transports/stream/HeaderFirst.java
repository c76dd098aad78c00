package org.ipcbench.transports.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Session.ChannelOptions;

/** Writes the header of each message first, as programs do whose header and body are two buffers. */
public final class HeaderFirst implements WritableByteChannel {
    private final WritableByteChannel sink;

    private HeaderFirst(WritableByteChannel sink) {
        this.sink = sink;
    }

    /** The sink itself, unless the session's messages are sent by two writes. */
    public static WritableByteChannel of(WritableByteChannel sink, Session session) {
        return session.channel().writes() == 1 ? sink : new HeaderFirst(sink);
    }

    /** The bytes of a message's first write: a message of a single byte has no other one. */
    public static int firstBytes(int messageBytes) {
        return Math.max(1, Math.min(ChannelOptions.HEADER_BYTES, messageBytes - 1));
    }

    /** The caller writes the rest next, because a message begins at position 0. */
    @Override
    public int write(ByteBuffer message) throws IOException {
        if (message.position() > 0) {
            return sink.write(message);
        }
        int end = message.limit();
        message.limit(firstBytes(end));
        try {
            return sink.write(message);
        } finally {
            message.limit(end);
        }
    }

    @Override
    public boolean isOpen() {
        return sink.isOpen();
    }

    @Override
    public void close() throws IOException {
        sink.close();
    }
}
