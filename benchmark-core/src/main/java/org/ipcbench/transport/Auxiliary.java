package org.ipcbench.transport;

import java.io.Closeable;
import java.io.IOException;

/**
 * What a transport needs besides both peers: a broker, a driver. The launcher gives it a process of its own, found there
 * by the transport's id, and ends that process after the peers.
 */
public interface Auxiliary {

    /**
     * Starts it, before any server listens; returns once peers can use it.
     *
     * @param session the first one; those that follow share its scratch directory and are served as well
     * @return ends it and removes what it made; its threads go on in the meantime
     */
    Closeable start(Session session) throws IOException;
}
