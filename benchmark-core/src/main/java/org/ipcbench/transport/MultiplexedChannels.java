package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The server's ends of several connections, which one thread serves: it is told which of them has a message. */
public interface MultiplexedChannels extends Closeable {

    /** One for each connection, in the order of the session's. */
    List<Channel> channels();

    /**
     * Waits until a connection has a message, or its client has closed.
     *
     * @param length bytes of every message
     * @return its place among the channels, of which {@link Channel#receive} does not wait now
     */
    int next(int length) throws IOException;

    /** Ends all connections. A second call does nothing. */
    @Override
    void close() throws IOException;
}
