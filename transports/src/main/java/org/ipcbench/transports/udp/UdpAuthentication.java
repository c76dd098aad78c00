package org.ipcbench.transports.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Token;

/**
 * Authentication by datagrams that may get lost: the client repeats its proof and the port it receives at until the server
 * has answered with its own proof. Neither side knows when the other one stops, so both must expect repetitions later.
 */
final class UdpAuthentication {
    /** Time until a repetition; a running server answers sooner, unless its answer got lost. */
    private static final Duration REPEAT_AFTER = Duration.ofMillis(100);

    static final int CLIENT_BYTES = Token.PROOF_BYTES + Integer.BYTES;
    private static final int SERVER_BYTES = Token.PROOF_BYTES;

    private final Token token;
    private final Duration timeout;

    UdpAuthentication(Session session) {
        token = session.token();
        timeout = session.connectTimeout();
    }

    /**
     * The client's side: shows its proof and demands the server's.
     *
     * @param answer from {@link #bufferForAnswer}; holds the server's answer afterwards
     * @return the sender's address of the answer
     */
    SocketAddress proveToServer(Inbox inbox, DatagramChannel outbox, ByteBuffer answer) throws IOException {
        ByteBuffer question = ofClient(inbox.address());
        long start = System.nanoTime();
        do {
            outbox.write(question.rewind());
            SocketAddress sender = inbox.receive(answer, REPEAT_AFTER.toNanos());
            if (sender != null && isOfServer(answer)) {
                return sender;
            }
        } while (System.nanoTime() - start < timeout.toNanos());
        throw new SocketTimeoutException("the server has not answered within " + timeout);
    }

    /**
     * The server's side: waits for the client that belongs to the session; all others get no answer.
     *
     * @param question from {@link #bufferForQuestion}; holds the client's proof and port afterwards
     * @return the sender's address of the proof
     */
    SocketAddress verifyClient(Inbox inbox, ByteBuffer question) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        long leftNanos = timeout.toNanos();
        while (leftNanos > 0) {
            SocketAddress sender = inbox.receive(question, leftNanos);
            if (sender != null && isOfClient(question)) {
                return sender;
            }
            leftNanos = deadline - System.nanoTime();
        }
        throw new SocketTimeoutException("no client has proved the session's token within " + timeout);
    }

    /** A buffer with one byte more than an answer, so that a longer datagram is recognised. */
    static ByteBuffer bufferForAnswer() {
        return ByteBuffer.allocateDirect(SERVER_BYTES + 1);
    }

    /** A buffer with one byte more than a question, so that a longer datagram is recognised. */
    static ByteBuffer bufferForQuestion() {
        return ByteBuffer.allocateDirect(CLIENT_BYTES + 1);
    }

    /** The question, which the client repeats. */
    ByteBuffer ofClient(InetSocketAddress inbox) {
        return ByteBuffer.allocateDirect(CLIENT_BYTES)
                .put(token.clientProof())
                .putInt(inbox.getPort())
                .flip();
    }

    /** The answer to a question. */
    ByteBuffer ofServer() {
        return ByteBuffer.allocateDirect(SERVER_BYTES).put(token.serverProof()).flip();
    }

    /** Whether a datagram, between position and limit, is the proof of this session's client. */
    private boolean isOfClient(ByteBuffer datagram) {
        return datagram.remaining() == CLIENT_BYTES && Token.matches(token.clientProof(), proofIn(datagram));
    }

    /** Whether a datagram, between position and limit, is the proof of this session's server. */
    private boolean isOfServer(ByteBuffer datagram) {
        return datagram.remaining() == SERVER_BYTES && Token.matches(token.serverProof(), proofIn(datagram));
    }

    /** The port where the client of this question receives. */
    static int portIn(ByteBuffer datagram) {
        return datagram.getInt(datagram.position() + Token.PROOF_BYTES) & 0xffff;
    }

    private static byte[] proofIn(ByteBuffer datagram) {
        byte[] proof = new byte[Token.PROOF_BYTES];
        datagram.get(datagram.position(), proof);
        return proof;
    }
}
