package org.ipcbench.transports.http;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.ipcbench.transport.Token;
import org.ipcbench.transports.shared.LibraryWait;
import org.jspecify.annotations.Nullable;

/** The paths, headers and statuses that both sides use. */
final class HttpProtocol {
    static final LibraryWait WAIT = new LibraryWait("HTTP");

    /** Both sides prove the token: the client by every request, the server by its answer to the first one of each connection. */
    static final String SESSION = "/session";

    /** All connections of the client are open; no other connection is served from now on. */
    static final String ENTERED = "/entered";

    /** A message of the client without an answer; the response confirms that it has been received. */
    static final String MESSAGE = "/message";

    /** A message of the client and, in the response, its answer. */
    static final String CALL = "/call";

    /** Asks for the server's next message; the response comes when there is one. */
    static final String NEXT = "/next";

    /** The client closes. */
    static final String END = "/end";

    static final String AUTHORIZATION = "Authorization";
    static final String PROOF = "Session-Proof";

    /** Sequence number of a message of the client, from 0: requests in flight together may overtake each other. */
    static final String NUMBER = "Message-Number";

    static final int OK = 200;
    static final int NO_CONTENT = 204;
    static final int FORBIDDEN = 403;

    /** The server has closed its channel. */
    static final int GONE = 410;

    private static final String SCHEME = "Bearer ";

    /** The JDK's client opens a connection for each request in flight. */
    private static final int MAX_IN_FLIGHT = 4;

    /** Larger messages are sent one by one, because several would only take memory. */
    private static final int MAX_IN_FLIGHT_BYTES = 1 << 20;

    private HttpProtocol() {}

    /** Number of messages that may be on their way to the server at once. */
    static int mostInFlight(int messageBytes) {
        return messageBytes <= MAX_IN_FLIGHT_BYTES ? MAX_IN_FLIGHT : 1;
    }

    /** Number of connections between both sides: one more for the request for the server's next message. */
    static int connections(int messageBytes) {
        return mostInFlight(messageBytes) + 1;
    }

    /** The value of the header by which the client shows its half of the token. */
    static String authorization(Token token) {
        return SCHEME + hex(token.clientProof());
    }

    static String hex(byte[] proof) {
        return HexFormat.of().formatHex(proof);
    }

    static boolean matches(String expected, @Nullable String shown) {
        return shown != null
                && Token.matches(
                        expected.getBytes(StandardCharsets.US_ASCII), shown.getBytes(StandardCharsets.US_ASCII));
    }
}
