package org.ipcbench.transports.shared;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The writing end of a ring; messages are claimed, written in place and committed. For one thread. */
public interface InPlaceWriter extends Closeable {
    /** Waits for a free place and returns it for the next message. */
    ByteBuffer claim(int length) throws IOException;

    /** Shows the claimed message to the other side. */
    void commit() throws IOException;

    /** Tells the other side that there is no further message. To be called once. */
    @Override
    void close() throws IOException;
}
