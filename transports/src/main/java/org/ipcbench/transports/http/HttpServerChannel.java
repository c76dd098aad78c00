package org.ipcbench.transports.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transport.resource.AlignedMemory;
import org.ipcbench.transports.shared.LibraryWait;
import org.jspecify.annotations.Nullable;

/**
 * The server's end. The JDK's server parses requests on its own thread. The thread that uses the channel reads the bodies of
 * messages and writes their responses; the server's own thread answers all other requests. A body stays in the kernel's buffers
 * until its message is received.
 */
final class HttpServerChannel implements Channel {
    private static final int MAX_BYTES_AT_ONCE = 64 << 10;

    private final HttpServer server;
    private final PendingRequests pending;
    private final ByteBuffer incoming;
    private final ByteBuffer outgoing;
    /** The JDK's streams take arrays only. */
    private final byte[] piece;

    private @Nullable HttpExchange unanswered;
    private long received;
    private int claimed;
    private boolean closed;

    HttpServerChannel(HttpServer server, int messageSizeBytes) {
        this.server = server;
        pending = new PendingRequests(messageSizeBytes);
        incoming = AlignedMemory.allocate(messageSizeBytes);
        outgoing = AlignedMemory.allocate(messageSizeBytes);
        piece = new byte[Math.min(messageSizeBytes, MAX_BYTES_AT_ONCE)];
    }

    /** Handles a request of the client, on the server's own thread. */
    void arrive(HttpExchange request) throws IOException {
        switch (request.getRequestURI().getPath()) {
            case HttpProtocol.MESSAGE, HttpProtocol.CALL -> {
                long number = Long.parseLong(request.getRequestHeaders().getFirst(HttpProtocol.NUMBER));
                if (!pending.leave(number, request)) {
                    respond(request, HttpProtocol.GONE);
                    pending.endWithoutUnasked();
                }
            }
            case HttpProtocol.NEXT -> pending.ask(request);
            default -> {
                respond(request, HttpProtocol.NO_CONTENT);
                pending.end();
            }
        }
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        if (unanswered == null) {
            pending.awaitRoom();
        }
        claimed = length;
        return outgoing.clear().limit(length);
    }

    @Override
    public void commit() throws IOException {
        outgoing.limit(claimed).position(0);
        HttpExchange call = unanswered;
        if (call == null) {
            byte[] message = new byte[claimed];
            outgoing.get(message);
            pending.send(message);
        } else {
            unanswered = null;
            try (call) {
                call.sendResponseHeaders(HttpProtocol.OK, claimed);
                OutputStream body = call.getResponseBody();
                while (outgoing.hasRemaining()) {
                    int count = Math.min(outgoing.remaining(), piece.length);
                    outgoing.get(piece, 0, count);
                    body.write(piece, 0, count);
                }
            }
        }
    }

    @Override
    public ByteBuffer receive(int length) throws IOException {
        HttpExchange next = pending.take(received);
        received++;
        try {
            read(next.getRequestBody(), length);
        } catch (IOException e) {
            next.close();
            throw e;
        }
        if (next.getRequestURI().getPath().equals(HttpProtocol.CALL)) {
            unanswered = next;
        } else {
            respond(next, HttpProtocol.NO_CONTENT);
        }
        return incoming.flip();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            for (HttpExchange message : pending.close()) {
                respond(message, HttpProtocol.GONE);
            }
            if (pending.hasEnded()) {
                server.stop(0);
            } else {
                Thread thread =
                        new Thread(this::linger, "closing-server"); // the peer may ask only after this side has closed
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    /**
     * Sends a response without content. The request's body is read first, because otherwise its connection could not be
     * kept.
     */
    static void respond(HttpExchange exchange, int status) throws IOException {
        try (exchange) {
            exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private void read(InputStream body, int length) throws IOException {
        incoming.clear();
        int total = 0;
        for (int count = body.read(piece); count >= 0; count = body.read(piece)) {
            if (count <= incoming.remaining()) {
                incoming.put(piece, 0, count);
            }
            total += count;
        }
        if (total != length) {
            throw new WrongLengthException(total, length);
        }
    }

    /**
     * Keeps the server running until the client has everything and knows of the end, or {@link LibraryWait#LINGER} is over.
     */
    private void linger() {
        try {
            pending.awaitEnd(LibraryWait.LINGER);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            server.stop(0);
        }
    }
}
