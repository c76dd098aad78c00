package org.ipcbench.transports.shared;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The end of a ring where messages are claimed, written in place and committed. For one thread. */
public interface InPlaceWriter extends Closeable {
    /** A place for the next message, as soon as there is one. */
    ByteBuffer claim(int length) throws IOException;

    /** Shows the claimed message to the other side. */
    void commit() throws IOException;

    /** Tells the other side that there is no further message. To be called once. */
    @Override
    void close() throws IOException;
}
