package org.ipcbench.transports.inprocess;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;

/** Holds both ends until the client has fetched its end. */
final class NullListener implements Listener {
    private final String address;
    private final Session session;
    private final Runnable onClose;
    private final CompletableFuture<Channel> accepted = new CompletableFuture<>();

    NullListener(String address, Session session, Runnable onClose) {
        this.address = address;
        this.session = session;
        this.onClose = onClose;
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
        Slot toServer = new Slot(session.maxMessageBytes());
        Slot toClient = new Slot(session.maxMessageBytes());
        if (!accepted.complete(new NullChannel(toServer, toClient))) {
            throw new IOException("%s already has its client".formatted(address));
        }
        return new NullChannel(toClient, toServer);
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
        onClose.run();
    }
}
