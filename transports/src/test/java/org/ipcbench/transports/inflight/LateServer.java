package org.ipcbench.transports.inflight;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.ipcbench.workload.ServerHalf;

/** A server that begins late, so that its client has filled what it may by then. */
final class LateServer {
    /** Long enough for a client to send what it may. */
    private static final long LATE_MILLIS = 50;

    private LateServer() {}

    /** Handles a batch on a thread of its own; returns the number of sent messages. */
    static CompletableFuture<Long> batch(ServerHalf server) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return server.batch();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                CompletableFuture.delayedExecutor(LATE_MILLIS, TimeUnit.MILLISECONDS));
    }
}
