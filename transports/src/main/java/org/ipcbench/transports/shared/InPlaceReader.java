package org.ipcbench.transports.shared;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The end of a ring where messages are read in place. For one thread. */
public interface InPlaceReader extends Closeable {
    /** Gives the place of the last message back and waits for the next message. */
    ByteBuffer receive(int length) throws IOException;

    /**
     * The last message is not looked at any more. Its place goes back to the other side before this side waits for room: each side
     * might else wait for the other's.
     */
    void release() throws IOException;

    /** Tells the other side that nobody reads any more. To be called once. */
    @Override
    void close() throws IOException;
}
