package org.ipcbench.transports.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import java.io.Closeable;
import java.io.IOException;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transports.shared.InPlaceChannel;
import org.ipcbench.transports.shared.Polling;

/** One side of a session in Aeron: its connection to the driver, and the stream it listens to. */
final class AeronClient implements Closeable {
    private static final String ANY_IPC = "aeron:ipc";

    private final Session session;
    private final Term term;
    private final Polling polling;
    private final Aeron aeron;
    private final Subscription incoming;

    private AeronClient(Session session, Term term, Aeron aeron) {
        this.session = session;
        this.term = term;
        this.aeron = aeron;
        polling = new Polling(session.connectTimeout());
        incoming = aeron.addSubscription(ANY_IPC, (int) aeron.nextCorrelationId()); // no other stream has this number
    }

    /** Connects to the session's running driver. */
    static AeronClient of(Session session) throws IOException {
        LogMemory memory = LogMemory.ofThisMachine();
        Term term = memory.term(session);
        Aeron aeron = null;
        try {
            aeron = Aeron.connect(new Aeron.Context()
                    .aeronDirectoryName(DriverDirectory.of(memory.memory().root(), session.scratchDirectory())
                            .aeronDirectoryName())
                    .driverTimeoutMs(Driver.liveness(session).toMillis())
                    .preTouchMappedMemory(false) // 100 MiB would take longest; the warm-up touches the logs
                    .errorHandler(error -> System.err.println("Aeron's client: " + error)));
            return new AeronClient(session, term, aeron);
        } catch (AeronException e) {
            if (aeron != null) {
                aeron.close();
            }
            throw new IOException("no connection to Aeron's driver: " + e.getMessage(), e);
        }
    }

    /** The stream on which this side listens. */
    int streamId() {
        return incoming.streamId();
    }

    /** The client's side: shows its proof and demands the server's. */
    Channel connect(int serverStreamId) throws IOException {
        try {
            LogWriter outgoing = publish(serverStreamId);
            return channel(outgoing, authentication().proveToServer(outgoing));
        } catch (IOException | AeronException e) {
            close();
            throw new IOException(
                    "cannot connect to Aeron's stream %d: %s".formatted(serverStreamId, e.getMessage()), e);
        }
    }

    /** The server's side: answers the client that belongs to the session, and nobody else. */
    Channel accept() throws IOException {
        AeronAuthentication authentication = authentication();
        AeronAuthentication.Authenticated client = authentication.verifyClient();
        try {
            LogWriter outgoing = publish(client.streamId());
            authentication.answer(outgoing);
            return channel(outgoing, client);
        } catch (AeronException e) {
            throw new IOException("cannot answer on Aeron's stream %d".formatted(client.streamId()), e);
        }
    }

    @Override
    public void close() {
        aeron.close();
    }

    private Channel channel(LogWriter outgoing, AeronAuthentication.Authenticated other) {
        Term back = new Term(other.image().termBufferLength());
        return new InPlaceChannel(
                outgoing,
                new LogReader(other.image(), session.maxMessageBytes()),
                this,
                messageBytes -> term.room(messageBytes, back));
    }

    private AeronAuthentication authentication() {
        return new AeronAuthentication(incoming, session.token(), polling);
    }

    private LogWriter publish(int streamId) throws IOException {
        ExclusivePublication publication = aeron.addExclusivePublication(term.channel(), streamId);
        while (!publication.isConnected()) {
            polling.rest("a reader of Aeron's stream " + streamId);
        }
        return new LogWriter(publication, term.longestFragment(), session.maxMessageBytes());
    }
}
