package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;

/** One type of junixsocket's sockets. */
interface JunixSocket {

    /**
     * Listens at a file in the scratch directory.
     *
     * @param id the transport's
     */
    Listener listen(Session session, String id) throws IOException;

    /** Connects to a listener's file, and proves the session's token. */
    Channel connect(Session session, String address) throws IOException;
}
