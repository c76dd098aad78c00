package org.ipcbench.transports.udp;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Token;

/**
 * What the two sides say before messages: the client repeats its proof and the port it receives at until the server has
 * answered with its own proof. Neither knows when the other stops, so both must expect to hear it once more later.
 */
final class UdpAuthentication {
    static final int CLIENT_BYTES = Token.PROOF_BYTES + Integer.BYTES;
    static final int SERVER_BYTES = Token.PROOF_BYTES;

    private final Token token;

    UdpAuthentication(Token token) {
        this.token = token;
    }

    ByteBuffer ofClient(InetSocketAddress inbox) {
        return ByteBuffer.allocateDirect(CLIENT_BYTES)
                .put(token.clientProof())
                .putInt(inbox.getPort())
                .flip();
    }

    ByteBuffer ofServer() {
        return ByteBuffer.allocateDirect(SERVER_BYTES).put(token.serverProof()).flip();
    }

    /** Whether a datagram, between position and limit, is this session's client's. */
    boolean isOfClient(ByteBuffer datagram) {
        return datagram.remaining() == CLIENT_BYTES && Token.matches(token.clientProof(), proofIn(datagram));
    }

    /** Whether a datagram, between position and limit, is this session's server's. */
    boolean isOfServer(ByteBuffer datagram) {
        return datagram.remaining() == SERVER_BYTES && Token.matches(token.serverProof(), proofIn(datagram));
    }

    /** The port in a client's greeting. */
    static int portIn(ByteBuffer datagram) {
        return datagram.getInt(datagram.position() + Token.PROOF_BYTES) & 0xffff;
    }

    private static byte[] proofIn(ByteBuffer datagram) {
        byte[] proof = new byte[Token.PROOF_BYTES];
        datagram.get(datagram.position(), proof);
        return proof;
    }
}
