package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One peer's connected end of a transport: sends and receives whole messages. One thread uses a channel at a time.
 *
 * <p>Both halves of a workload know the length of the next message, so byte streams need no framing; transports that
 * keep message boundaries check the length and fail if it differs. Buffers are direct and in native byte order. A
 * channel returns the same buffer each time with position and limit moved, or one of at most four if its memory is in
 * several pieces. The message lies between position and limit; nothing is sliced or allocated per message.
 */
public interface Channel extends Closeable {

    /**
     * Returns a writable buffer for the next message, with the position at the message's first byte and the limit after
     * its last. Waits while a ring is full. The content is undefined.
     *
     * @param length bytes of the message, at most the session's message size
     */
    ByteBuffer claim(int length) throws IOException;

    /** Sends the claimed message at once, without waiting for later ones. Position and limit need not be restored. */
    void commit() throws IOException;

    /**
     * Whether a thread of the library sends what was committed, after {@link #commit} has returned, and has to be left time for it
     * on the one CPU of a pinned client.
     */
    default boolean sendsInBackground() {
        return false;
    }

    /**
     * How many messages this connection holds, asked of its own objects, whose capacity may depend on the user, the namespaces and what
     * else is open. Called by a client between two messages; may take some time.
     *
     * @param messageBytes size of the largest message of either side, in bytes
     */
    default Room room(int messageBytes) throws IOException {
        return Room.UNKNOWN;
    }

    /** Number of times that this client was turned away because the listening socket's queue was full, before it could connect. */
    default int refusals() {
        return 0;
    }

    /**
     * Number of messages from strangers that this channel has ignored so far; they took room and time from the
     * partner's. 0 if the kernel keeps strangers out.
     */
    default long strangers() {
        return 0;
    }

    /** Whether one process answers all requests, in their order; else several do, and each sees some of the requests. */
    default boolean keepsOrder() {
        return true;
    }

    /**
     * Waits for the next whole message of exactly {@code length} bytes.
     *
     * @return a view of the message, valid until the next call on this channel
     * @throws java.io.EOFException if the other side has closed and the transport detects it
     */
    ByteBuffer receive(int length) throws IOException;

    /** Ends the connection; messages committed before are still delivered. A second call does nothing. */
    @Override
    void close() throws IOException;
}
