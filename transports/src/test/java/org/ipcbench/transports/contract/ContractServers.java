package org.ipcbench.transports.contract;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.ipcbench.transport.Transport;

/** The servers of one transport, which go on from test to test, as those that get several assignments do. */
final class ContractServers implements AutoCloseable {
    private final Transport transport;
    private final int largestBytes;
    private final Set<ServerPeer> busy = new HashSet<>();
    private final Deque<ServerPeer> idle = new ArrayDeque<>();

    /** Servers that are started on demand, with memory for messages of up to this size. */
    ContractServers(Transport transport, int largestBytes) {
        this.transport = transport;
        this.largestBytes = largestBytes;
    }

    Transport transport() {
        return transport;
    }

    /** A server that runs and is not in use, or a new one. */
    ServerPeer take() throws IOException {
        ServerPeer server = idle.isEmpty() ? ServerPeer.start(transport, largestBytes) : idle.remove();
        busy.add(server);
        return server;
    }

    /** A server's session has ended as expected; where its standard streams were in it, so has the server. */
    void giveBack(ServerPeer server) throws IOException {
        busy.remove(server);
        if (transport.traits().ownsStandardStreams()) {
            server.close();
        } else {
            idle.add(server);
        }
    }

    /** Ends the servers that have not been given back: their tests have failed. */
    void endBusy() throws IOException {
        endAll(busy);
    }

    @Override
    public void close() throws IOException {
        endBusy();
        endAll(idle);
    }

    private static void endAll(Collection<ServerPeer> servers) throws IOException {
        for (ServerPeer server : servers) {
            server.close();
        }
        servers.clear();
    }
}
