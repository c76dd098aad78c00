package org.ipcbench.transports.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.shared.InPlaceChannel;
import org.ipcbench.transports.shared.Polling;
import org.jspecify.annotations.Nullable;

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

    /**
     * Authentication by the first message of each writer to a stream. Later messages of a writer without the right proof are
     * never read, and no side waits for such a writer.
     */
    private static final class AeronAuthentication {
        private final Subscription subscription;
        private final Token token;
        private final Polling polling;
        private final Set<Image> refused = new HashSet<>();
        private @Nullable AeronProof proof;

        /**
         * The other side of the session.
         *
         * @param image the other side's messages after its proof
         * @param streamId the stream on which the other side listens
         */
        record Authenticated(Image image, int streamId) {}

        AeronAuthentication(Subscription subscription, Token token, Polling polling) {
            this.subscription = subscription;
            this.token = token;
            this.polling = polling;
        }

        /** The client's side: shows its proof and demands the server's. */
        Authenticated proveToServer(LogWriter outgoing) throws IOException {
            send(token.clientProof(), outgoing);
            return await(token.serverProof(), "the server's answer");
        }

        /** The server's side: waits for the client that belongs to the session; the caller then calls {@link #answer}. */
        Authenticated verifyClient() throws IOException {
            return await(token.clientProof(), "a client that proves the session's token");
        }

        /** Shows the server's proof to the client. */
        void answer(LogWriter outgoing) throws IOException {
            send(token.serverProof(), outgoing);
        }

        private void send(byte[] shown, LogWriter outgoing) throws IOException {
            new AeronProof(shown, subscription.streamId()).send(outgoing);
        }

        private Authenticated await(byte[] expectedProof, String event) throws IOException {
            while (true) {
                for (Image image : subscription.images()) {
                    if (!refused.contains(image)
                            && image.poll((buffer, offset, length, header) -> read(buffer, offset, length), 1) > 0) {
                        if (proof != null && proof.matches(expectedProof)) {
                            return new Authenticated(image, proof.streamId());
                        }
                        refused.add(image);
                    }
                }
                polling.rest(event);
            }
        }

        private void read(DirectBuffer buffer, int offset, int length) {
            proof = length == AeronProof.BYTES ? AeronProof.read(buffer, offset) : null;
        }
    }

    /** The first message on a stream: proof that its sender knows the session's token, and where the sender listens. */
    private static final class AeronProof {
        static final int BYTES = Token.PROOF_BYTES + Integer.BYTES;

        private final byte[] proof;
        private final int streamId;

        AeronProof(byte[] proof, int streamId) {
            this.proof = proof;
            this.streamId = streamId;
        }

        /** The stream on which the sender listens. */
        int streamId() {
            return streamId;
        }

        boolean matches(byte[] expected) {
            return Token.matches(expected, proof);
        }

        void send(LogWriter outgoing) throws IOException {
            ByteBuffer message = outgoing.claim(BYTES);
            message.put(proof).putInt(streamId);
            outgoing.commit();
        }

        /** Reads the proof from a message of the right length. */
        static AeronProof read(DirectBuffer buffer, int offset) {
            byte[] proof = new byte[Token.PROOF_BYTES];
            buffer.getBytes(offset, proof);
            return new AeronProof(proof, buffer.getInt(offset + Token.PROOF_BYTES));
        }
    }
}
