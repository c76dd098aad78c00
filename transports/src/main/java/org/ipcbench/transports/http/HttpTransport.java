package org.ipcbench.transports.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Needs;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportInfo;
import org.ipcbench.transport.WaitStrategy;
import org.jspecify.annotations.Nullable;

/** HTTP/1.1 over loopback TCP, with the JDK's server and client: a POST for each message, or for a message and its answer. */
public final class HttpTransport implements Transport {
    /**
     * Copies of a queued message: the array that is sent, the JDK's copies in both directions, and one array that is not
     * collected yet.
     */
    private static final int QUEUED_COPIES = 6;

    private static final long LONGER_THAN_ANY_RUN_SECONDS = Duration.ofDays(100).toSeconds();

    @Override
    public TransportInfo info() {
        return new TransportInfo("http", "HTTP/1.1 by the JDK's server and client", "HTTP", Set.of("libraries"), 80);
    }

    @Override
    public Traits traits() {
        return Traits.of(
                        WaitStrategy.BLOCKING,
                        Trait.HIDES_DEATH,
                        Trait.DETECTS_CLOSE,
                        Trait.DATAGRAM,
                        Trait.REQUESTS,
                        Trait.NETWORK,
                        Trait.STREAM_SOCKET)
                .withQueuedCopies(QUEUED_COPIES);
    }

    /** A request in flight carries one message. */
    @Override
    public OptionalLong inFlight(int messageBytes, int bufferBytes) {
        return OptionalLong.of(HttpProtocol.mostInFlight(messageBytes));
    }

    /**
     * The server of JDK 17 writes head and body of an answer separately: without NODELAY, the body would wait some 40 ms
     * for the other side's delayed acknowledgement of the head. Idle connections are kept, because no other one can be
     * opened later.
     */
    @Override
    public List<String> jvmArguments() {
        return List.of(
                "-Dsun.net.httpserver.nodelay=true",
                "-Dsun.net.httpserver.idleInterval=" + LONGER_THAN_ANY_RUN_SECONDS,
                "-Djdk.httpclient.keepalive.timeout=" + LONGER_THAN_ANY_RUN_SECONDS,
                Entrance.JVM_ARGUMENT);
    }

    @Override
    public Needs needs(int messageBytes, int bufferBytes, int connections) {
        return Needs.NOTHING.withPorts(2); // the server's and the client's
    }

    @Override
    public Listener listen(Session session) throws IOException {
        return new HttpListener(session);
    }

    @Override
    public Channel connect(Session session, String address) throws IOException {
        return HttpClientChannel.connect(session, address);
    }

    /**
     * The server until its client has connected. The client proves the session's token on each connection that it will need.
     * Then the server stops listening and closes all other connections.
     */
    private static final class HttpListener implements Listener {
        private final Session session;
        private final String authorization;
        private final HttpServer server;
        private final Entrance entrance;
        private final String port;
        private final List<HttpExchange> entering = new ArrayList<>();
        private final CompletableFuture<HttpServerChannel> client = new CompletableFuture<>();
        private volatile @Nullable HttpServerChannel admitted;
        /** Used only on the server's own thread. */
        private boolean closedToOthers;

        private boolean accepted;

        HttpListener(Session session) throws IOException {
            this.session = session;
            authorization = HttpProtocol.authorization(session.token());
            server = HttpServer.create(new InetSocketAddress(session.serverAddress(), 0), 0);
            port = Integer.toString(server.getAddress().getPort());
            entrance = entranceOf(server);
            server.setExecutor(this::execute);
            server.createContext("/", this::handle);
            server.start();
        }

        private static Entrance entranceOf(HttpServer server) throws IOException {
            try {
                return new Entrance(server);
            } catch (IOException e) {
                server.stop(0);
                throw e;
            }
        }

        @Override
        public String address() {
            return port;
        }

        @Override
        public Channel accept() throws IOException {
            HttpServerChannel channel = HttpProtocol.WAIT.client(session, client);
            accepted = true;
            return channel;
        }

        @Override
        public void close() {
            if (!accepted) {
                server.stop(0);
            }
        }

        /**
         * Called on the server's own thread, which accepts connections. Once there is a client, this thread parses each
         * request, as it does by default, and passes it to the measuring thread. Until then each request has a separate thread,
         * so that a stranger with half a request cannot block others.
         */
        private void execute(Runnable request) {
            if (admitted == null) {
                Thread thread = new Thread(request, "pending-request");
                thread.setDaemon(true);
                thread.start();
            } else {
                if (!closedToOthers) {
                    closedToOthers = true;
                    closeToOthers();
                }
                request.run(); // ends at once if its connection has just been closed
            }
        }

        private void closeToOthers() {
            try {
                entrance.close(entering.stream()
                        .map(exchange -> exchange.getRemoteAddress().getPort())
                        .collect(Collectors.toSet()));
            } catch (IOException e) {
                client.completeExceptionally(e);
            }
        }

        private void handle(HttpExchange exchange) throws IOException {
            HttpServerChannel channel = admitted;
            if (!HttpProtocol.matches(
                    authorization, exchange.getRequestHeaders().getFirst(HttpProtocol.AUTHORIZATION))) {
                refuse(exchange);
            } else if (exchange.getRequestURI().getPath().equals(HttpProtocol.SESSION)) {
                admit(exchange);
            } else if (channel == null) {
                refuse(exchange);
            } else if (exchange.getRequestURI().getPath().equals(HttpProtocol.ENTERED)) {
                HttpServerChannel.respond(exchange, HttpProtocol.NO_CONTENT);
                client.complete(channel);
            } else {
                channel.arrive(exchange);
            }
        }

        /** Leaves each request unanswered until all have arrived, so that each has a separate connection. */
        private synchronized void admit(HttpExchange exchange) throws IOException {
            if (admitted != null) {
                refuse(exchange);
                return;
            }
            entering.add(exchange);
            if (entering.size() == HttpProtocol.connections(session.maxMessageBytes())) {
                // before the client knows, because its next request belongs to the channel
                admitted = new HttpServerChannel(server, session.maxMessageBytes());
                for (HttpExchange entered : entering) {
                    entered.getResponseHeaders()
                            .set(
                                    HttpProtocol.PROOF,
                                    HttpProtocol.hex(session.token().serverProof()));
                    HttpServerChannel.respond(entered, HttpProtocol.NO_CONTENT);
                }
            }
        }

        /** Refuses a request; the connection ends with the response. */
        private static void refuse(HttpExchange exchange) throws IOException {
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(HttpProtocol.FORBIDDEN, -1);
            exchange.close();
        }
    }

    /**
     * The listening socket of the JDK's server. The server has no method to stop listening but continue serving. So this class
     * accesses its fields by reflection; they have these names from Java 17 to 25.
     */
    private static final class Entrance {
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
            for (Object connection :
                    List.copyOf(connections)) { // a copy, because the server's threads remove connections
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
}
