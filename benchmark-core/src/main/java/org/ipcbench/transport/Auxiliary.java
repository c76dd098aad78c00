package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;

/**
 * What a transport needs besides both peers: a broker, a driver. The launcher gives it a process of its own, found there
 * by the transport's id, and ends that process after the peers.
 */
public interface Auxiliary {

    /**
     * Starts the auxiliary, before any server listens; returns once peers can use it.
     *
     * @param session the first session; later sessions share its scratch directory and are served as well
     * @return ends the auxiliary and removes what it made; its threads run until then
     */
    Closeable start(Session session) throws IOException;
}
