package org.ipcbench.transports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.MultiplexedListener;
import org.ipcbench.transport.MultiplexedListener.MultiplexedChannels;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.resource.CloseOnFailure;

/** Several clients and their server in this process on one thread: each end must already have done what the other waits for. */
public final class MultiplexedPair implements AutoCloseable {
    private static final int ACCEPT_SECONDS = 60;

    private final List<Channel> clients = new ArrayList<>();
    private final List<String> addresses;
    private final MultiplexedChannels server;

    /** With as many clients as the session has connections. */
    public MultiplexedPair(Transport transport, Session session) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (MultiplexedListener listener = transport.listenMultiplexed(session)) {
            Future<MultiplexedChannels> accepted = thread.submit(listener::accept);
            addresses = listener.addresses();
            for (int i = 0; i < session.connections(); i++) {
                clients.add(transport.connect(session.connection(i), addresses.get(i)));
            }
            server = accepted.get(ACCEPT_SECONDS, TimeUnit.SECONDS);
        } finally {
            thread.shutdown();
        }
    }

    /** Where each client has connected. */
    public List<String> addresses() {
        return addresses;
    }

    public Channel client(int number) {
        return clients.get(number);
    }

    public MultiplexedChannels server() {
        return server;
    }

    @Override
    public void close() throws IOException {
        try (CloseOnFailure open = new CloseOnFailure()) {
            clients.forEach(open::add);
            open.add(server);
        }
    }
}
