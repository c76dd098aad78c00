package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.util.OptionalLong;
import org.ipcbench.transport.SizeLimit;
import org.ipcbench.transports.shared.KernelSetting;
import org.ipcbench.transports.stream.SocketBuffers;

/**
 * The largest message of a Unix socket that preserves message boundaries. The message has to fit the sender's buffer, which
 * a user may enlarge up to {@code net.core.wmem_max}. Linux doubles the requested size, and reserves
 * {@value #OVERHEAD_BYTES} bytes.
 */
final class MessageLimit {
    private static final int OVERHEAD_BYTES = 32;

    /** The largest piece of memory that the kernel can allocate, even if the buffer is larger. */
    private static final int MAX_PIECE_BYTES = 4 << 20;

    private static final KernelSetting MAX_BUFFER = new KernelSetting("net.core.wmem_max");

    private MessageLimit() {}

    /** The limit of the running kernel; the suite's own if it is not visible, or the kernel is not Linux. */
    static SizeLimit ofRunningKernel() {
        OptionalLong largestBufferBytes = MAX_BUFFER.value();
        return largestBufferBytes.isPresent() ? of(largestBufferBytes.getAsLong()) : SizeLimit.NONE;
    }

    /** The limit if {@code net.core.wmem_max} is this many bytes. */
    static SizeLimit of(long largestBufferBytes) {
        long maximumBytes = 2 * largestBufferBytes - OVERHEAD_BYTES;
        return maximumBytes < MAX_PIECE_BYTES
                ? new SizeLimit(
                        (int) maximumBytes,
                        "sysctl -w %s=%d raises it to %d bytes"
                                .formatted(MAX_BUFFER.name(), bufferBytesFor(MAX_PIECE_BYTES), MAX_PIECE_BYTES))
                : new SizeLimit(MAX_PIECE_BYTES, "");
    }

    /** Fails if a buffer that the user has given is not granted, or holds no message of this size. */
    static void requireRoom(int messageBytes, int bufferBytes) throws IOException {
        if (bufferBytes > 0 && 2 * bufferBytesFor(messageBytes) > SocketBuffers.requireGrantable(bufferBytes)) {
            throw tooSmall(messageBytes, bufferBytes);
        }
    }

    static IOException tooSmall(int messageBytes, int bufferBytes) {
        return new IOException("--buffer %d holds no message of %d bytes with what the kernel adds; give at least %d"
                .formatted(bufferBytes, messageBytes, bufferBytesFor(messageBytes)));
    }

    /** The buffer to ask for so that a message of this size fits. */
    static int bufferBytesFor(int messageSizeBytes) {
        return (messageSizeBytes + OVERHEAD_BYTES + 1) / 2;
    }
}
