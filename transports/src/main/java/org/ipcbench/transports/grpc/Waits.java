package org.ipcbench.transports.grpc;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting for what the event loop will have done, with deadlines. */
final class Waits {
    /** A closing side waits this long for the other to take what was committed. */
    static final Duration LINGER = Duration.ofSeconds(10);

    private Waits() {}

    static <T> T within(Duration time, CompletableFuture<T> result) throws IOException {
        try {
            return result.get(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException("no answer within %d ms".formatted(time.toMillis()), e);
        } catch (ExecutionException e) {
            throw new IOException("gRPC says: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted while waiting for gRPC").initCause(e);
        }
    }

    /** Waits until the other side has taken all, or {@link #LINGER} is over. */
    static void linger(CompletableFuture<?> taken) throws InterruptedIOException {
        try {
            taken.get(LINGER.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // the other side is stopped or has failed; its launcher knows
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (InterruptedIOException) new InterruptedIOException("interrupted while closing").initCause(e);
        }
    }
}
