package org.ipcbench.transports;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Transport;

/** A listener of this very process that accepts on a thread of its own, for tests of what one transport does. */
public final class AcceptingServer implements AutoCloseable {
    private static final int ACCEPT_SECONDS = 60;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Listener listener;
    private final Future<Channel> accepted;

    public AcceptingServer(Transport transport, Session session) throws IOException {
        listener = transport.listen(session);
        accepted = thread.submit(listener::accept);
    }

    public String address() {
        return listener.address();
    }

    /** The channel of the client that belongs to the session, once it has come. */
    public Channel channel() throws ExecutionException, InterruptedException, TimeoutException {
        return accepted.get(ACCEPT_SECONDS, TimeUnit.SECONDS);
    }

    /** Stops listening; the accepted channel stays. */
    @Override
    public void close() throws IOException {
        thread.shutdown();
        listener.close();
    }
}
