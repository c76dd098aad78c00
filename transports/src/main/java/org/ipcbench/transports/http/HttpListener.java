package org.ipcbench.transports.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.jspecify.annotations.Nullable;

/**
 * The server until its client has proved the session's token. The JDK's server cannot stop listening and go on serving, so every
 * request has to show the client's proof: others are refused, at any time.
 */
final class HttpListener implements Listener {
    private final Session session;
    private final String authorization;
    private final HttpServer server;
    private final CompletableFuture<HttpServerChannel> client = new CompletableFuture<>();
    private volatile @Nullable HttpServerChannel admitted;
    private boolean accepted;

    HttpListener(Session session) throws IOException {
        this.session = session;
        authorization = Protocol.authorization(session.token());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(this::execute);
        server.createContext("/", this::handle);
        server.start();
    }

    @Override
    public String address() {
        return Integer.toString(server.getAddress().getPort());
    }

    @Override
    public Channel accept() throws IOException {
        HttpServerChannel channel = Protocol.WAIT.client(session, client);
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
     * Once there is a client, the server's one thread parses each request, as it does by default, and hands it to the measuring
     * thread. Until then each request has a thread, so that one that sends half a request keeps nobody out.
     */
    private void execute(Runnable request) {
        if (admitted != null) {
            request.run();
        } else {
            Thread thread = new Thread(request, "pending-request");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        if (!Protocol.matches(authorization, exchange.getRequestHeaders().getFirst(Protocol.AUTHORIZATION))) {
            refuse(exchange);
        } else if (exchange.getRequestURI().getPath().equals(Protocol.SESSION)) {
            admit(exchange);
        } else {
            HttpServerChannel channel = admitted;
            if (channel == null) {
                refuse(exchange);
            } else {
                channel.arrive(exchange);
            }
        }
    }

    private synchronized void admit(HttpExchange exchange) throws IOException {
        if (admitted != null) {
            refuse(exchange);
            return;
        }
        HttpServerChannel channel = new HttpServerChannel(server, session.messageSizeBytes());
        admitted = channel; // before the client knows: its next request is the channel's
        exchange.getResponseHeaders()
                .set(Protocol.PROOF, Protocol.hex(session.token().serverProof()));
        HttpServerChannel.respond(exchange, Protocol.NO_CONTENT);
        client.complete(channel);
    }

    /** Refuses a request; the connection ends with the response. */
    private static void refuse(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Connection", "close");
        exchange.sendResponseHeaders(Protocol.FORBIDDEN, -1);
        exchange.close();
    }
}
