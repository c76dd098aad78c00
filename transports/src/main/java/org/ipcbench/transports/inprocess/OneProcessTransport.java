package org.ipcbench.transports.inprocess;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transport.Transport;

/** A transport whose both ends are made in one JVM, by the same object. */
abstract class OneProcessTransport implements Transport {
    private final Map<String, OneProcessListener> listeners = new ConcurrentHashMap<>();
    private final AtomicInteger lastAddress = new AtomicInteger();

    /**
     * The channels of a connection.
     *
     * @param client the end that sends first
     * @param server the other end
     */
    record Ends(Channel client, Channel server) {}

    /** Makes a connection of messages of up to this size, in bytes. */
    abstract Ends connection(int maxMessageBytes);

    @Override
    public final Listener listen(Session session) {
        String address = Integer.toString(lastAddress.incrementAndGet());
        OneProcessListener listener = new OneProcessListener(address, session);
        listeners.put(address, listener);
        return listener;
    }

    @Override
    public final Channel connect(Session session, String address) throws IOException {
        OneProcessListener listener = listeners.get(address);
        if (listener == null) {
            throw new IOException("no listener at '%s' in this JVM".formatted(address));
        }
        return listener.connect(session);
    }

    /** Holds both ends until the client has fetched its end. */
    private final class OneProcessListener implements Listener {
        private final String address;
        private final Session session;
        private final CompletableFuture<Channel> accepted = new CompletableFuture<>();

        OneProcessListener(String address, Session session) {
            this.address = address;
            this.session = session;
        }

        @Override
        public String address() {
            return address;
        }

        /** The client's end, if the client belongs to the session. */
        Channel connect(Session client) throws IOException {
            if (!Token.matches(session.token().clientProof(), client.token().clientProof())) {
                throw new IOException("peer failed authentication at %s".formatted(address));
            }
            Ends ends = connection(session.maxMessageBytes());
            if (!accepted.complete(ends.server())) {
                throw new IOException("%s already has its client".formatted(address));
            }
            return ends.client();
        }

        @Override
        public Channel accept() throws IOException {
            try {
                return accepted.get(session.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                throw new IOException("no client has connected to %s in time".formatted(address), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting at " + address, e);
            }
        }

        @Override
        public void close() {
            listeners.remove(address);
        }
    }
}
