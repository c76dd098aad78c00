package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ipcbench.transport.SizeLimit;

/**
 * How large a message a Unix socket that keeps messages apart carries: it has to fit the sender's buffer, which a user
 * may enlarge up to {@code net.core.wmem_max}. Linux doubles what it is asked for, and keeps {@value #OVERHEAD_BYTES}
 * bytes to itself.
 */
final class MessageLimit {
    private static final int OVERHEAD_BYTES = 32;

    /** Beyond this the kernel finds no memory in one piece, whatever the buffer's size. */
    private static final int LARGEST_PIECE_BYTES = 4 << 20;

    private static final String SETTING = "net.core.wmem_max";
    private static final Path SETTING_FILE = Path.of("/proc/sys/net/core/wmem_max");

    private static final int MOST_DIGITS = 20;

    private MessageLimit() {}

    /** The limit of the running kernel; none but the suite's own where it does not tell, which is no Linux. */
    static SizeLimit ofRunningKernel() {
        return Files.exists(SETTING_FILE) ? of(Long.parseLong(setting())) : SizeLimit.NONE;
    }

    /** The limit where {@code net.core.wmem_max} is this many bytes. */
    static SizeLimit of(long largestBufferBytes) {
        long maximumBytes = 2 * largestBufferBytes - OVERHEAD_BYTES;
        return maximumBytes < LARGEST_PIECE_BYTES
                ? new SizeLimit(
                        (int) maximumBytes,
                        "sysctl -w %s=%d raises it to %d bytes"
                                .formatted(SETTING, bufferBytesFor(LARGEST_PIECE_BYTES), LARGEST_PIECE_BYTES))
                : new SizeLimit(LARGEST_PIECE_BYTES, "");
    }

    /** The buffer to ask for so that a message of this size fits. */
    static int bufferBytesFor(int messageSizeBytes) {
        return (messageSizeBytes + OVERHEAD_BYTES + 1) / 2;
    }

    /** In one read: the kernel answers a second one with the end of the file, wherever the first one stopped. */
    private static String setting() {
        try (InputStream file = Files.newInputStream(SETTING_FILE)) {
            return new String(file.readNBytes(MOST_DIGITS), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + SETTING_FILE, e);
        }
    }
}
