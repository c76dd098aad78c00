package org.ipcbench.transports.contract;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ipcbench.transport.Transport;

/**
 * The servers of one transport, which go on from test to test, as those that get several assignments do; and from transport to
 * transport, as far as these need the same JVM and nothing besides.
 */
final class ContractServers implements AutoCloseable {
    private final Transport transport;
    private final int largestBytes;
    private final Idle idle;
    private final Set<ServerPeer> busy = new HashSet<>();

    private ContractServers(Transport transport, int largestBytes, Idle idle) {
        this.transport = transport;
        this.largestBytes = largestBytes;
        this.idle = idle;
    }

    /** The servers of each of these transports, which are tried in this order, with memory for messages of up to this size. */
    static List<ContractServers> of(List<Transport> transports, int largestBytes) {
        Idle shared = new Idle(
                (int) transports.stream().filter(ContractServers::shares).count());
        return transports.stream()
                .map(transport ->
                        new ContractServers(transport, largestBytes, shares(transport) ? shared : new Idle(1)))
                .toList();
    }

    /** Whether one of its servers can serve other transports, too. */
    private static boolean shares(Transport transport) {
        return transport.auxiliary().isEmpty() && !transport.traits().ownsStandardStreams();
    }

    Transport transport() {
        return transport;
    }

    /** A server that runs and is not in use, or a new one. */
    ServerPeer take() throws IOException {
        Deque<ServerPeer> fitting = idle.fitting(transport);
        ServerPeer server = fitting.isEmpty()
                ? ServerPeer.start(transport, largestBytes)
                : fitting.remove().over(transport);
        busy.add(server);
        return server;
    }

    /** A server's session has ended as expected; where its standard streams were in it, so has the server. */
    void giveBack(ServerPeer server) throws IOException {
        busy.remove(server);
        if (transport.traits().ownsStandardStreams()) {
            server.close();
        } else {
            idle.fitting(transport).add(server);
        }
    }

    /** Ends the servers that have not been given back: their tests have failed. */
    void endBusy() throws IOException {
        endAll(busy);
    }

    @Override
    public void close() throws IOException {
        endBusy();
        idle.leave();
    }

    private static void endAll(Collection<ServerPeer> servers) throws IOException {
        for (ServerPeer server : servers) {
            server.close();
        }
        servers.clear();
    }

    /** Servers that run and are not in use, by what their JVMs were started with; they end with the last transport that may take one. */
    private static final class Idle {
        private final Map<JvmNeeds, Deque<ServerPeer>> servers = new HashMap<>();
        private int users;

        Idle(int users) {
            this.users = users;
        }

        Deque<ServerPeer> fitting(Transport transport) {
            return servers.computeIfAbsent(
                    new JvmNeeds(transport.jvmArguments(), transport.traits().queuedCopies()),
                    needs -> new ArrayDeque<>());
        }

        void leave() throws IOException {
            users--;
            if (users == 0) {
                for (Deque<ServerPeer> alike : servers.values()) {
                    endAll(alike);
                }
            }
        }
    }

    /** What the command of a server's JVM has of its transport. */
    private record JvmNeeds(List<String> arguments, int queuedCopies) {}
}
