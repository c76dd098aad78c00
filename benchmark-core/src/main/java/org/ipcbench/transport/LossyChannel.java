package org.ipcbench.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A channel on which a committed message may get lost, arrive twice, late or damaged, so that whoever waits for one needs
 * a deadline. Messages keep their boundaries. Whatever the session's message size, such a channel carries messages of up
 * to {@value #LEAST_BYTES} bytes: the two sides need room to tell each other what was sent.
 */
public interface LossyChannel extends Channel {

    /** Every channel carries messages of at least so many bytes. */
    int LEAST_BYTES = 48;

    /** {@link #receive(int)} looks up so often; nothing depends on it. */
    long PATIENCE_NANOS = Duration.ofSeconds(1).toNanos();

    /**
     * Waits for the next message, whatever its length.
     *
     * @param timeoutNanos how long to wait at least, in nanoseconds; a transport may take some milliseconds longer
     * @return a view of it, valid until the next call on this channel; null where nothing came in time
     */
    @Nullable
    ByteBuffer receiveWithin(long timeoutNanos) throws IOException;

    /** Waits for the next message for as long as it takes; one of another length is an error. */
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
