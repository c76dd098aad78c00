package org.ipcbench.transports.stream;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Session;

/**
 * Makes the channel of a session from a socket whose two sides have authenticated each other.
 *
 * @param <S> the library's socket
 */
@FunctionalInterface
public interface AuthenticatedSocket<S extends ByteChannel> {

    /** Sets the socket's options and takes it over. */
    Channel channel(S socket, Session session) throws IOException;

    /**
     * The client's side of a new connection: proves the session's token within the session's connect timeout; if it cannot,
     * closes the socket.
     *
     * @param address the address to which the socket is connected, for the message of a failure
     */
    static <S extends ByteChannel> Channel proveToServer(
            S connected, Object address, Session session, AuthenticatedSocket<S> authenticatedSocket)
            throws IOException {
        try {
            proveToServer(connected, address, session);
            return authenticatedSocket.channel(connected, session);
        } catch (IOException e) {
            connected.close();
            throw e;
        }
    }

    private static void proveToServer(ByteChannel connected, Object address, Session session) throws IOException {
        try (Deadline deadline = Deadline.closing(connected, session.connectTimeout())) {
            StreamAuthentication authentication = new StreamAuthentication(connected, connected, session.token());
            if (session.sharesListener()) {
                authentication.proveToServer(session.connection());
            } else {
                authentication.proveToServer();
            }
        } catch (IOException e) {
            throw new IOException("authentication failed at " + address, e);
        }
    }
}
