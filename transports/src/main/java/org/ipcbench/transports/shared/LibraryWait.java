package org.ipcbench.transports.shared;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ipcbench.transport.Session;

/**
 * Waits, with deadlines, for results of a library's threads.
 *
 * @param library the library's name
 */
public record LibraryWait(String library) {
    /** A closing side waits this long for the other to take what was committed. */
    public static final Duration LINGER = Duration.ofSeconds(10);

    /** Waits for a result. */
    public <T> T within(Duration time, CompletableFuture<T> result) throws IOException {
        try {
            return result.get(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException("no answer within %d ms".formatted(time.toMillis()), e);
        } catch (ExecutionException e) {
            throw new IOException("%s says: %s".formatted(library, e.getCause()), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while waiting for " + library).initCause(e);
        }
    }

    /** Waits for the client that proves the session's token. */
    public <T> T client(Session session, CompletableFuture<T> client) throws IOException {
        try {
            return within(session.connectTimeout(), client);
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("no client has proved the session's token: " + e.getMessage(), e);
        }
    }

    /** Waits until the other side has taken all, or {@link #LINGER} is over. */
    public void linger(CompletableFuture<?> taken) throws InterruptedIOException {
        try {
            taken.get(LINGER.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // the other side is stopped or has failed, which its launcher notices
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (InterruptedIOException) new InterruptedIOException("interrupted while closing").initCause(e);
        }
    }
}
