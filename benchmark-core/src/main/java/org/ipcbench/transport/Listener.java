package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;

/** The server's end of a transport before a client has connected. */
public interface Listener extends Closeable {

    /**
     * The address that the client connects to, chosen at run time: a port, a path or a process id, depending on the
     * transport.
     */
    String address();

    /** What further server processes need to share what this one has made, see {@link Transport#listenAmong}. */
    default String ticket() {
        return address();
    }

    /**
     * Waits for the peer that proves the session's token, and rejects all others. Each peer has a deadline for its
     * proof.
     *
     * @throws java.io.IOException if no peer proved the token within the session's connect timeout
     */
    Channel accept() throws IOException;

    /**
     * Removes what listening created; does not close the channel that {@link #accept} returned. A second call does
     * nothing.
     */
    @Override
    void close() throws IOException;
}
