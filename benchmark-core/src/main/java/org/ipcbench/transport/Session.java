package org.ipcbench.transport;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What both peers of one measured run share.
 *
 * @param scratchDirectory private to the user, emptied by the launcher afterwards; files and sockets go here
 * @param token proves that a connecting peer belongs to this session
 * @param maxMessageBytes the largest message a channel of this session has to carry, in bytes
 * @param bufferSizeBytes the size that the user asked for of the transport's buffer, in bytes; 0 leaves the default
 * @param connectTimeout how long connecting and accepting may take
 * @param connection index of this connection, from 0; the name of a file in the
 *     scratch directory goes by it
 * @param connections number of connections
 * @param keepsListening whether the listener accepts clients one after the other, each closed before the next comes
 */
public record Session(
        Path scratchDirectory,
        Token token,
        int maxMessageBytes,
        int bufferSizeBytes,
        Duration connectTimeout,
        int connection,
        int connections,
        boolean keepsListening) {
    public Session {
        if (maxMessageBytes < 1) {
            throw new IllegalArgumentException("maxMessageBytes must be at least 1, was " + maxMessageBytes);
        }
        if (bufferSizeBytes < 0) {
            throw new IllegalArgumentException("bufferSizeBytes must not be negative, was " + bufferSizeBytes);
        }
        if (connection < 0 || connection >= connections) {
            throw new IllegalArgumentException(
                    "connection must be between 0 and %d, was %d".formatted(connections - 1, connection));
        }
    }

    /** A session of one client. */
    public Session(
            Path scratchDirectory, Token token, int maxMessageBytes, int bufferSizeBytes, Duration connectTimeout) {
        this(scratchDirectory, token, maxMessageBytes, bufferSizeBytes, connectTimeout, 0, 1, false);
    }

    /** The same session of a server with this number of connections. */
    public Session withConnections(int number) {
        return new Session(
                scratchDirectory, token, maxMessageBytes, bufferSizeBytes, connectTimeout, 0, number, keepsListening);
    }

    /** The part of the session that one of its connections has; each is listened for, connected and accepted apart. */
    public Session connection(int number) {
        return new Session(
                scratchDirectory,
                token,
                maxMessageBytes,
                bufferSizeBytes,
                connectTimeout,
                number,
                connections,
                keepsListening);
    }

    /** The same session of clients that come and go. */
    public Session keepingOn() {
        return new Session(
                scratchDirectory,
                token,
                maxMessageBytes,
                bufferSizeBytes,
                connectTimeout,
                connection,
                connections,
                true);
    }

    /** A name that no other connection of the session has: the first one keeps the plain name. */
    public String nameOf(String plain) {
        return connection == 0 ? plain : plain + "-" + connection;
    }
}
