package org.ipcbench.transports.aeron;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.ipcbench.transport.Token;

/** The first message on a stream: proof that its sender knows the session's token, and where the sender listens. */
final class AeronProof {
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
