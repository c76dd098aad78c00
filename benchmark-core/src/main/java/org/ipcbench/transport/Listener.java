package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;

/** The server's end of a transport before a client has connected. */
public interface Listener extends Closeable {

    /** Where the client connects, chosen at run time: a port, a path, a process id, as the transport understands it. */
    String address();

    /**
     * Waits for the peer that proves the session's token, turning every other one away; each has a deadline.
     *
     * @throws java.io.IOException where nobody proved it within the session's connect timeout
     */
    Channel accept() throws IOException;

    /** Removes what listening created, not what {@link #accept} returned. A second call does nothing. */
    @Override
    void close() throws IOException;
}
