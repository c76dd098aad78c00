package org.ipcbench.transport;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The settings that both peers of one measured run share.
 *
 * @param scratchDirectory directory for files and sockets, private to the user; the launcher empties it afterwards
 * @param token the secret that proves that a connecting peer belongs to this session
 * @param maxMessageBytes the largest message a channel of this session has to carry, in bytes
 * @param bufferSizeBytes requested size of the transport's buffer, in bytes; 0 leaves the default
 * @param connectTimeout time limit for connecting and accepting
 * @param connection index of this connection, from 0; it distinguishes the names of files in the scratch directory
 * @param connections number of connections
 * @param keepsListening whether the listener accepts clients one after the other; each is closed before the next one
 *     connects
 * @param spinNanos for how long a receiver looks for a message before it sleeps, in nanoseconds; 0 unless the transport
 *     has the trait {@link Trait#BOUNDED_SPIN}
 * @param host the IP address at which a transport with the trait {@link Trait#NETWORK} listens; empty for loopback
 */
public record Session(
        Path scratchDirectory,
        Token token,
        int maxMessageBytes,
        int bufferSizeBytes,
        Duration connectTimeout,
        int connection,
        int connections,
        boolean keepsListening,
        long spinNanos,
        String host) {
    private static final String LOOPBACK = "";

    public Session {
        host = host == null ? LOOPBACK : host; // a peer of another program need not tell
        if (maxMessageBytes < 1) {
            throw new IllegalArgumentException("maxMessageBytes must be at least 1, was " + maxMessageBytes);
        }
        if (bufferSizeBytes < 0) {
            throw new IllegalArgumentException("bufferSizeBytes must not be negative, was " + bufferSizeBytes);
        }
        if (spinNanos < 0) {
            throw new IllegalArgumentException("spinNanos must not be negative, was " + spinNanos);
        }
        if (connection < 0 || connection >= connections) {
            throw new IllegalArgumentException(
                    "connection must be between 0 and %d, was %d".formatted(connections - 1, connection));
        }
    }

    /** A session of one client, whose receivers sleep at once. */
    public Session(
            Path scratchDirectory, Token token, int maxMessageBytes, int bufferSizeBytes, Duration connectTimeout) {
        this(scratchDirectory, token, maxMessageBytes, bufferSizeBytes, connectTimeout, 0, 1, false, 0, LOOPBACK);
    }

    /** Returns a copy for a server with this number of connections. */
    public Session withConnections(int number) {
        return with(changes -> {
            changes.connection = 0;
            changes.connections = number;
        });
    }

    /**
     * Returns the session of one connection. Each connection has its own listener, and is connected and accepted
     * separately.
     */
    public Session connection(int number) {
        return with(changes -> changes.connection = number);
    }

    /** Returns a copy whose listener accepts one client after the other. */
    public Session keepingOn() {
        return with(changes -> changes.keepsListening = true);
    }

    /** Returns a copy whose receivers look for a message for this long before they sleep. */
    public Session spinning(long nanos) {
        return with(changes -> changes.spinNanos = nanos);
    }

    /** Returns a copy for a peer that sees this scratch directory. */
    public Session in(Path directory) {
        return with(changes -> changes.scratchDirectory = directory);
    }

    /** Returns a copy whose server listens at this IP address. */
    public Session at(String address) {
        return with(changes -> changes.host = address);
    }

    private Session with(Consumer<Changes> change) {
        Changes changes = new Changes(this);
        change.accept(changes);
        return new Session(
                changes.scratchDirectory,
                token,
                maxMessageBytes,
                bufferSizeBytes,
                connectTimeout,
                changes.connection,
                changes.connections,
                changes.keepsListening,
                changes.spinNanos,
                changes.host);
    }

    /** The components in which a copy can differ. */
    private static final class Changes {
        private Path scratchDirectory;
        private int connection;
        private int connections;
        private boolean keepsListening;
        private long spinNanos;
        private String host;

        Changes(Session session) {
            scratchDirectory = session.scratchDirectory;
            connection = session.connection;
            connections = session.connections;
            keepsListening = session.keepsListening;
            spinNanos = session.spinNanos;
            host = session.host;
        }
    }

    /** Where a transport with the trait {@link Trait#NETWORK} listens and connects: never at all addresses. */
    public InetAddress serverAddress() throws UnknownHostException {
        return host.isEmpty() ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
    }

    /** Returns a name that no other connection of the session has; the first connection keeps the plain name. */
    public String nameOf(String plain) {
        return connection == 0 ? plain : plain + "-" + connection;
    }
}
