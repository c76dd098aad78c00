package org.ipcbench.transports.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ipcbench.transport.AlignedMemory;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.WrongLengthException;
import org.ipcbench.transports.shared.LibraryWait;
import org.jspecify.annotations.Nullable;

/**
 * The server's end. The JDK's server parses requests on its own thread; the thread that uses the channel reads their bodies and
 * writes the responses. A body stays in the kernel's buffers until its message is received.
 */
final class HttpServerChannel implements Channel {
    /** Most messages that wait until the client asks for them; a sender that is farther ahead has to wait. */
    private static final int MOST_UNASKED = 16;

    private static final int MOST_UNASKED_BYTES = 1 << 20;
    private static final int MOST_AT_ONCE_BYTES = 64 << 10;

    private final HttpServer server;
    private final int mostUnasked;
    private final ByteBuffer incoming;
    private final ByteBuffer outgoing;
    /** The JDK's streams take arrays only. */
    private final byte[] piece;

    private final BlockingQueue<HttpExchange> arrived = new LinkedBlockingQueue<>(); // no more than connections
    /** Messages that are not received yet, by their numbers. */
    private final @Nullable HttpExchange[] unread;

    private final Queue<byte[]> unasked = new ArrayDeque<>();
    private @Nullable HttpExchange asking;
    private @Nullable HttpExchange unanswered;
    private long received;
    private int claimed;
    private boolean ended;
    private boolean closed;

    HttpServerChannel(HttpServer server, int messageSizeBytes) {
        this.server = server;
        mostUnasked = Math.max(1, Math.min(MOST_UNASKED, MOST_UNASKED_BYTES / messageSizeBytes));
        incoming = AlignedMemory.allocate(messageSizeBytes);
        outgoing = AlignedMemory.allocate(messageSizeBytes);
        piece = new byte[Math.min(messageSizeBytes, MOST_AT_ONCE_BYTES)];
        unread = new HttpExchange[Protocol.mostInFlight(messageSizeBytes)];
    }

    /** The client's request, on the server's own thread: leaves it to the thread that uses the channel. */
    void arrive(HttpExchange exchange) {
        arrived.add(exchange);
    }

    @Override
    public ByteBuffer claim(int length) throws IOException {
        while (unanswered == null && unasked.size() >= mostUnasked) {
            dealWithNextRequest();
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
            unasked.add(message);
            answerAsking();
        } else {
            unanswered = null;
            try (call) {
                call.sendResponseHeaders(Protocol.OK, claimed);
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
        int slot = (int) (received % unread.length);
        HttpExchange next = unread[slot];
        while (next == null) {
            dealWithNextRequest();
            next = unread[slot];
        }
        unread[slot] = null;
        received++;
        try {
            read(next.getRequestBody(), length);
        } catch (IOException e) {
            next.close();
            throw e;
        }
        if (next.getRequestURI().getPath().equals(Protocol.CALL)) {
            unanswered = next;
        } else {
            respond(next, Protocol.NO_CONTENT);
        }
        return incoming.flip();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            answerAsking();
            for (HttpExchange message : unread) {
                if (message != null) {
                    respond(message, Protocol.GONE);
                }
            }
            if (ended) {
                server.stop(0);
            } else {
                Thread thread =
                        new Thread(this::linger, "closing-server"); // the peer may ask only after this side has closed
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    /** A response without content. The request's body has to be read first, or its connection could not be kept. */
    static void respond(HttpExchange exchange, int status) throws IOException {
        try (exchange) {
            exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private void dealWith(HttpExchange request) throws IOException {
        switch (request.getRequestURI().getPath()) {
            case Protocol.MESSAGE, Protocol.CALL -> {
                if (closed) {
                    respond(request, Protocol.GONE);
                    ended = unasked.isEmpty();
                } else {
                    long number = Long.parseLong(request.getRequestHeaders().getFirst(Protocol.NUMBER));
                    unread[(int) (number % unread.length)] = request;
                }
            }
            case Protocol.NEXT -> {
                asking = request;
                answerAsking();
            }
            default -> {
                respond(request, Protocol.NO_CONTENT);
                ended = true;
            }
        }
    }

    /** Gives the client the message it asks for, or tells it that there will be none. */
    private void answerAsking() throws IOException {
        HttpExchange exchange = asking;
        byte[] message = unasked.peek();
        if (exchange == null || (message == null && !closed)) {
            return;
        }
        asking = null;
        if (message == null) {
            respond(exchange, Protocol.GONE);
            ended = true;
        } else {
            unasked.remove();
            try (exchange) {
                exchange.sendResponseHeaders(Protocol.OK, message.length);
                exchange.getResponseBody().write(message);
            }
        }
    }

    /** Sleeps until there is a request. */
    private void dealWithNextRequest() throws IOException {
        if (ended && arrived.isEmpty()) {
            throw new EOFException("the other side has closed the connection");
        }
        try {
            dealWith(arrived.take());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while waiting for a request").initCause(e);
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

    /** Goes on answering until the client has everything and knows of the end, or {@link LibraryWait#LINGER} is over. */
    private void linger() {
        long deadlineNanos = System.nanoTime() + LibraryWait.LINGER.toNanos();
        try {
            long leftNanos = LibraryWait.LINGER.toNanos();
            while (!ended && leftNanos > 0) {
                HttpExchange request = arrived.poll(leftNanos, TimeUnit.NANOSECONDS);
                if (request != null) {
                    dealWith(request);
                }
                leftNanos = deadlineNanos - System.nanoTime();
            }
        } catch (IOException e) {
            // the client is gone, and needs nothing any more
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            server.stop(0);
        }
    }
}
