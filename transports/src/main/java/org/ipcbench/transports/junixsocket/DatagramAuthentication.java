package org.ipcbench.transports.junixsocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ipcbench.transport.Token;
import org.newsclub.net.unix.AFUNIXDatagramChannel;
import org.newsclub.net.unix.AFUNIXSocketAddress;

/**
 * Authentication of a client without a connection. The client itself authenticates as over a stream, because its socket
 * is connected from the start. The caller sets the deadline.
 */
final class DatagramAuthentication {
    private final AFUNIXDatagramChannel socket;
    private final Token token;

    DatagramAuthentication(AFUNIXDatagramChannel socket, Token token) {
        this.socket = socket;
        this.token = token;
    }

    /**
     * The server's side: waits for the client's proof and connects the socket to the client. From then on the kernel lets
     * no other process send to the socket.
     */
    void verifyClient() throws IOException {
        socket.connect(awaitProof());
        discardWhatStrangersSent();
        socket.write(ByteBuffer.wrap(token.serverProof()));
    }

    private AFUNIXSocketAddress awaitProof() throws IOException {
        byte[] proof = token.clientProof();
        ByteBuffer datagram = ByteBuffer.allocate(Token.PROOF_BYTES + 1);
        while (true) {
            AFUNIXSocketAddress sender = socket.receive(datagram.clear());
            byte[] shown = Arrays.copyOf(datagram.array(), datagram.position());
            if (sender != null && sender.hasFilename() && Token.matches(proof, shown)) {
                return sender;
            }
        }
    }

    /**
     * Discards everything received so far: it is from strangers, because the client sends nothing before it has the
     * server's answer.
     */
    private void discardWhatStrangersSent() throws IOException {
        ByteBuffer datagram = ByteBuffer.allocate(1);
        socket.configureBlocking(false);
        while (socket.read(datagram.clear()) != 0) {
            // 0 says that there are no more; an empty datagram looks like an end of stream
        }
        socket.configureBlocking(true);
    }
}
