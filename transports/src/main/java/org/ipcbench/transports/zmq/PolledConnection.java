package org.ipcbench.transports.zmq;

import java.io.IOException;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.zeromq.ZMQ;

/**
 * The connection of a connecting socket, made in a way that ensures that JeroMQ polls it. JeroMQ 0.7.0 forgets a new
 * connection (zeromq/jeromq#1022) if its thread finds, in the same round, that the connection is made and that a command is
 * waiting. A connection to a Unix domain socket is made at once, in the round that takes the command to connect; over TCP
 * it is made in the next round, where a late signal of that command may still be pending. So this class makes the first
 * attempt fail, after the command has been given and when no other command will follow. JeroMQ's thread then sets a timer
 * for the second attempt, in whose round only the connection is waiting.
 */
final class PolledConnection {
    /**
     * Time until the second attempt. JeroMQ's default of 100 ms is for networks. The time doubles for each further attempt.
     */
    private static final Duration SECOND_ATTEMPT_AFTER = Duration.ofMillis(1);

    private static final Duration MAX_INTERVAL = Duration.ofMillis(100);

    private final ZMQ.Socket socket;
    private final Duration timeout;
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch made = new CountDownLatch(1);
    /** Used only by JeroMQ's thread. */
    private boolean attempted;

    /** Takes a socket that has not been connected; also sets some of its options. */
    PolledConnection(ZMQ.Socket socket, Duration timeout) {
        this.socket = socket;
        this.timeout = timeout;
    }

    /** Makes the connection. Returns when it is made, which is before authentication. */
    void make(String endpoint) throws IOException {
        socket.setReconnectIVL((int) SECOND_ATTEMPT_AFTER.toMillis());
        socket.setReconnectIVLMax((int) MAX_INTERVAL.toMillis());
        socket.setSelectorChooser((address, options) -> attempt());
        socket.setEventHook(event -> made.countDown(), ZMQ.EVENT_CONNECTED);
        socket.connect(endpoint);
        asked.countDown();
        try {
            if (!made.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("no connection to %s within %d s".formatted(endpoint, timeout.toSeconds()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while connecting to " + endpoint, e);
        }
    }

    /** Called by JeroMQ's thread for every attempt; an exception makes the attempt fail. */
    private SelectorProvider attempt() {
        if (!attempted) {
            attempted = true;
            awaitEndOfCommand();
            throw new IllegalStateException("the second attempt is to connect");
        }
        return SelectorProvider.provider();
    }

    private void awaitEndOfCommand() {
        try {
            asked.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
