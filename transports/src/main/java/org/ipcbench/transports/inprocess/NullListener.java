package org.ipcbench.transports.inprocess;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.InProcessChannel;
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

    /** One end: sends by filling a slot and receives by emptying the other one. */
    private static final class NullChannel implements InProcessChannel {
        private final Slot incoming;
        private final Slot outgoing;
        private OtherHalf otherHalf = () -> {};

        NullChannel(Slot incoming, Slot outgoing) {
            this.incoming = incoming;
            this.outgoing = outgoing;
        }

        @Override
        public void whenWaiting(OtherHalf half) {
            otherHalf = half;
        }

        @Override
        public ByteBuffer claim(int length) throws IOException {
            if (outgoing.isFull()) {
                otherHalf.step();
                if (outgoing.isFull()) {
                    throw new IOException("the other half took its turn without receiving the message");
                }
            }
            return outgoing.message(length);
        }

        @Override
        public void commit() throws IOException {
            if (outgoing.isClosed()) {
                throw new IOException("the other side has closed the connection");
            }
            outgoing.fill();
        }

        @Override
        public void handOver() throws IOException {
            if (outgoing.isFull()) {
                otherHalf.step();
            }
        }

        @Override
        public ByteBuffer receive(int length) throws IOException {
            if (!incoming.isFull()) {
                if (!incoming.isClosed()) {
                    otherHalf.step();
                }
                if (!incoming.isFull()) {
                    throw incoming.isClosed()
                            ? new EOFException("the other side has closed the connection")
                            : new IOException("the other half took its turn without sending");
                }
            }
            // valid until this half passes the turn on, which it does only in its next call
            incoming.empty();
            return incoming.message(length);
        }

        @Override
        public void close() {
            incoming.close();
            outgoing.close();
        }
    }
}
