package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The server's end of a transport before the clients have connected that one thread will serve. */
public interface MultiplexedListener extends Closeable {

    /** Where each client connects, in the order of the session's connections. */
    List<String> addresses();

    /**
     * Waits for all clients; each proves the session's token, as with {@link Listener#accept}.
     *
     * @throws java.io.IOException where one of them did not within the session's connect timeout
     */
    MultiplexedChannels accept() throws IOException;

    /** Removes what listening created, not what {@link #accept} returned. A second call does nothing. */
    @Override
    void close() throws IOException;
}
