package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One peer's connected end of a transport: sends and receives whole messages. One thread uses a channel at a time.
 *
 * <p>Both halves of a workload know the length of the next message, so byte streams need no framing; transports that
 * keep message boundaries check the length and fail where it differs. Buffers are direct, in native byte order, and the
 * same object each time with position and limit moved, at most one of four where the memory behind a channel is in several
 * pieces: bytes of the message lie between position and limit, and nothing is sliced or allocated per message.
 */
public interface Channel extends Closeable {

    /**
     * A writable buffer for the next message, position at its first byte and limit behind its last. Waits here while a
     * ring is full. The content is undefined.
     *
     * @param length bytes of the message, at most the session's message size
     */
    ByteBuffer claim(int length) throws IOException;

    /** Sends the claimed message at once, never held back for a later one. Position and limit need not be restored. */
    void commit() throws IOException;

    /**
     * Waits for the next whole message of exactly {@code length} bytes.
     *
     * @return a view of it, valid until the next call on this channel
     * @throws java.io.EOFException where the other side has closed and the transport detects it
     */
    ByteBuffer receive(int length) throws IOException;

    /** Ends the connection; what was committed before is still delivered. A second call does nothing. */
    @Override
    void close() throws IOException;
}
