package org.ipcbench.transports.zmq;

import java.io.IOException;
import java.nio.channels.spi.SelectorProvider;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.zeromq.ZMQ;

/**
 * The connection of a socket that connects, made so that JeroMQ polls it. JeroMQ 0.7.0 forgets a new connection
 * (zeromq/jeromq#1022) if its thread finds it made and a command waiting in one and the same round. To a Unix domain
 * socket it is made at once, in the round that takes the command to connect; over TCP in the next one, where a late signal
 * of that command may still lie. So the first attempt fails, once the command has been given and nothing else will be: for
 * the second one the thread sets a timer, and nothing but the connection awaits it then.
 */
final class PolledConnection {
    /** JeroMQ's own 100 ms are for networks; after it, attempts are twice as far apart each time. */
    private static final Duration SECOND_ATTEMPT_AFTER = Duration.ofMillis(1);

    private static final Duration MAX_INTERVAL = Duration.ofMillis(100);

    private final ZMQ.Socket socket;
    private final Duration timeout;
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch made = new CountDownLatch(1);
    /** Only JeroMQ's thread looks at it. */
    private boolean attempted;

    /** For a socket that has not been connected; sets some of its options, too. */
    PolledConnection(ZMQ.Socket socket, Duration timeout) {
        this.socket = socket;
        this.timeout = timeout;
    }

    /** Returns when it is made, which is before anybody has proven anything. */
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

    /** Called by JeroMQ's thread for every attempt; what is thrown here is the attempt's failure. */
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
