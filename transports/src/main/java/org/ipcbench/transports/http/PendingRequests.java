package org.ipcbench.transports.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The common state of the server's own thread and the thread that uses the channel: requests that wait for the channel, and
 * messages that wait for a request. The thread that comes second sends the message, so that a message never waits for its
 * sender to return.
 */
final class PendingRequests {
    /** Maximum number of messages that wait until the client asks for them; with more, the sender has to wait. */
    static final int MAX_UNASKED = 16;

    private static final int MAX_UNASKED_BYTES = 1 << 20;

    private final int mostUnasked;
    /** Messages that are not received yet, by their numbers. */
    private final @Nullable HttpExchange[] unread;

    private final Queue<byte[]> unasked = new ArrayDeque<>();
    private @Nullable HttpExchange asking;
    private boolean closed;
    private boolean ended;

    PendingRequests(int messageSizeBytes) {
        mostUnasked = Math.max(1, Math.min(MAX_UNASKED, MAX_UNASKED_BYTES / messageSizeBytes));
        unread = new HttpExchange[HttpProtocol.mostInFlight(messageSizeBytes)];
    }

    /**
     * Leaves a message of the client for the channel.
     *
     * @return false if the channel is closed, so that the message will not be received
     */
    synchronized boolean leave(long number, HttpExchange message) {
        if (!closed) {
            unread[slot(number)] = message;
            notifyAll();
        }
        return !closed;
    }

    /** Waits for the client's message with this number. */
    synchronized HttpExchange take(long number) throws IOException {
        int slot = slot(number);
        await(() -> unread[slot] != null);
        HttpExchange message = Objects.requireNonNull(unread[slot]);
        unread[slot] = null;
        return message;
    }

    /** Waits while too many messages of the server wait for the client. */
    synchronized void awaitRoom() throws IOException {
        await(() -> unasked.size() < mostUnasked);
    }

    /** Sends a message of the server, or keeps it until the client asks for it. */
    void send(byte[] message) throws IOException {
        synchronized (this) {
            unasked.add(message);
        }
        answerAsking();
    }

    /** Answers the client's request for the server's next message, or keeps the request. */
    void ask(HttpExchange request) throws IOException {
        synchronized (this) {
            asking = request;
        }
        answerAsking();
    }

    /**
     * Notes that the server sends nothing more.
     *
     * @return messages of the client that were not received
     */
    List<HttpExchange> close() throws IOException {
        List<HttpExchange> left;
        synchronized (this) {
            closed = true;
            left = Stream.of(unread).filter(Objects::nonNull).toList();
        }
        answerAsking();
        return left;
    }

    /**
     * Notes that the client knows that its messages are not received any more. This is the end if the client has all
     * messages of the server.
     */
    synchronized void endWithoutUnasked() {
        if (unasked.isEmpty()) {
            end();
        }
    }

    /** Notes that the client has closed, or knows of the end. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** Waits for the end, for this time at most. */
    synchronized void awaitEnd(Duration time) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + time.toNanos();
        long leftNanos = time.toNanos();
        while (!ended && leftNanos > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            leftNanos = deadlineNanos - System.nanoTime();
        }
    }

    /** Sends the client the message it asks for, or tells it that there will be none. */
    private void answerAsking() throws IOException {
        HttpExchange request;
        byte[] message;
        synchronized (this) {
            request = asking;
            message = unasked.peek();
            if (request == null || (message == null && !closed)) {
                return;
            }
            asking = null;
            unasked.poll();
            notifyAll();
        }
        if (message == null) {
            HttpServerChannel.respond(request, HttpProtocol.GONE);
            end();
        } else {
            try (request) {
                request.sendResponseHeaders(HttpProtocol.OK, message.length);
                request.getResponseBody().write(message);
            }
        }
    }

    /** Sleeps until the condition holds; the caller owns the monitor. */
    private void await(BooleanSupplier condition) throws IOException {
        try {
            while (!condition.getAsBoolean()) {
                if (ended) {
                    throw new EOFException("the other side has closed the connection");
                }
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while waiting for a request").initCause(e);
        }
    }

    private int slot(long number) {
        return (int) (number % unread.length);
    }
}
