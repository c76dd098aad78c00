package org.ipcbench.transports.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The listening socket of the JDK's server. The server has no method to stop listening but continue serving. So this class
 * accesses its fields by reflection; they have these names from Java 17 to 25.
 */
final class Entrance {
    /** JVM argument that the user of this class needs. */
    static final String JVM_ARGUMENT = "--add-opens=jdk.httpserver/sun.net.httpserver=ALL-UNNAMED";

    private final ServerSocketChannel listening;
    private final Collection<?> connections;

    Entrance(HttpServer server) throws IOException {
        try {
            Object implementation = value(server, "server");
            listening = (ServerSocketChannel) value(implementation, "schan");
            connections = (Collection<?>) value(implementation, "allConnections");
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IOException("cannot tell the JDK's HTTP server to stop listening; needs " + JVM_ARGUMENT, e);
        }
    }

    /**
     * Stops listening and closes all connections except those from these ports. Only for the server's own thread, which
     * accepts connections, so that none comes in meanwhile.
     */
    void close(Set<Integer> exceptFrom) throws IOException {
        listening.close();
        for (Object connection : List.copyOf(connections)) { // a copy, because the server's threads remove connections
            SocketChannel channel = channel(connection);
            if (!exceptFrom.contains(channel.socket().getPort())) {
                channel.close();
            }
        }
    }

    private static SocketChannel channel(Object connection) throws IOException {
        try {
            return (SocketChannel) value(connection, "chan");
        } catch (ReflectiveOperationException e) {
            throw new IOException("the JDK's HTTP server does not show its connections", e);
        }
    }

    private static Object value(Object owner, String name) throws ReflectiveOperationException {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return Objects.requireNonNull(field.get(owner), name);
    }
}
