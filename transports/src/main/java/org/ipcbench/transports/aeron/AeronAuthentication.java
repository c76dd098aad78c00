package org.ipcbench.transports.aeron;

import io.aeron.Image;
import io.aeron.Subscription;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.shared.Polling;
import org.jspecify.annotations.Nullable;

/**
 * Authentication by the first message of each writer to a stream. Later messages of a writer without the right proof are
 * never read, and no side waits for such a writer.
 */
final class AeronAuthentication {
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
