package org.ipcbench.transports.shared;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The reading end of a ring; messages are read in place. For one thread. */
public interface InPlaceReader extends Closeable {
    /** Returns the place of the last message to the writer and waits for the next message. */
    ByteBuffer receive(int length) throws IOException;

    /**
     * Returns the place of the last message, which is not used any more, to the other side. To be called before this side
     * waits for room, because otherwise both sides might wait for each other.
     */
    void release() throws IOException;

    /** Tells the other side that this side does not read any more. To be called once. */
    @Override
    void close() throws IOException;
}
