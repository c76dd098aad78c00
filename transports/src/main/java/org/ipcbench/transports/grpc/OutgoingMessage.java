package org.ipcbench.transports.grpc;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.ipcbench.transport.resource.AlignedMemory;

/** The next message to send, as a stream for gRPC. gRPC copies the whole message before the call to send it returns. */
final class OutgoingMessage extends InputStream implements Drainable, KnownLength {
    private static final int MAX_BYTES_AT_ONCE = 64 << 10;

    private final ByteBuffer memory;
    /** gRPC takes arrays only. */
    private final byte[] piece;

    private int claimed;

    OutgoingMessage(int messageSizeBytes) {
        memory = AlignedMemory.allocate(messageSizeBytes);
        piece = new byte[Math.min(messageSizeBytes, MAX_BYTES_AT_ONCE)];
    }

    ByteBuffer claim(int length) {
        claimed = length;
        return memory.clear().limit(length);
    }

    /** The claimed message from its first byte on, regardless of the buffer's position and limit. */
    OutgoingMessage fromItsFirstByte() {
        memory.clear().limit(claimed);
        return this;
    }

    @Override
    public int available() {
        return memory.remaining();
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
        int drained = 0;
        while (memory.hasRemaining()) {
            int count = Math.min(memory.remaining(), piece.length);
            memory.get(piece, 0, count);
            target.write(piece, 0, count);
            drained += count;
        }
        return drained;
    }

    @Override
    public int read() {
        return memory.hasRemaining() ? Byte.toUnsignedInt(memory.get()) : -1;
    }

    @Override
    public int read(byte[] target, int start, int count) {
        if (!memory.hasRemaining()) {
            return -1;
        }
        int taken = Math.min(memory.remaining(), count);
        memory.get(target, start, taken);
        return taken;
    }
}
