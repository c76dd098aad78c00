package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;

/**
 * A helper that a transport needs besides both peers, for example a broker or a driver. The launcher runs the auxiliary
 * in a separate process, where it is found by the transport's id, and ends that process after the peers.
 */
public interface Auxiliary {

    /**
     * Starts the auxiliary, before any server listens; returns once peers can use it.
     *
     * @param session the first session; later sessions share its scratch directory and are served as well
     * @return a handle whose closing ends the auxiliary and removes what it made; the auxiliary's threads run until
     *     then
     */
    Closeable start(Session session) throws IOException;
}
