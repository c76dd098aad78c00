package org.ipcbench.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A channel on which a committed message may be lost, or arrive twice, late or damaged, so that a receiver needs a
 * deadline. Messages keep their boundaries. Even in a session of smaller messages, such a channel carries messages of
 * up to {@value #MIN_BYTES} bytes, because the two sides need room to tell each other what was sent.
 */
public interface LossyChannel extends Channel {

    /** Number of bytes that every lossy channel can carry in one message. */
    int MIN_BYTES = 48;

    /** Deadline of one wait of {@link #receive(int)}, which then waits again; no result depends on the value. */
    long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * Waits for the next message of any length.
     *
     * @param timeoutNanos the shortest time to wait, in nanoseconds; a transport may take some milliseconds longer
     * @return a view of the message, valid until the next call on this channel; null if none came in time
     */
    @Nullable
    ByteBuffer receiveWithin(long timeoutNanos) throws IOException;

    /** Waits for the next message without a deadline; a message of another length is an error. */
    @Override
    default ByteBuffer receive(int length) throws IOException {
        ByteBuffer message = receiveWithin(PATIENCE_NANOS);
        while (message == null) {
            message = receiveWithin(PATIENCE_NANOS);
        }
        if (message.remaining() != length) {
            throw new WrongLengthException(message.remaining(), length);
        }
        return message;
    }
}
