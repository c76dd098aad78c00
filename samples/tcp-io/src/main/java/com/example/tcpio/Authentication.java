package com.example.tcpio;

import java.io.IOException;
import java.net.Socket;
import org.ipcbench.transport.Token;

/** Both sides prove the session's token before anything else is sent; the caller has set the deadline. */
final class Authentication {
    private Authentication() {}

    static void proveToServer(Socket socket, Token token) throws IOException {
        socket.getOutputStream().write(token.clientProof());
        if (!Token.matches(token.serverProof(), socket.getInputStream().readNBytes(Token.PROOF_BYTES))) {
            throw new IOException("peer failed authentication");
        }
    }

    /** Returns whether the client belongs to the session; a stranger gets no answer. */
    static boolean verifyClient(Socket socket, Token token) throws IOException {
        boolean known = Token.matches(token.clientProof(), socket.getInputStream().readNBytes(Token.PROOF_BYTES));
        if (known) {
            socket.getOutputStream().write(token.serverProof());
        }
        return known;
    }
}
