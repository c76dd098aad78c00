package org.ipcbench.peer;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import org.ipcbench.control.ControlMessage;

/**
 * What the launcher says to let a peer go on, the 'Go' above all, and how long the peer waits for it. A launcher that is stopped
 * before is still alive, so that nothing else ends its server, which may be spinning.
 *
 * <p>The waiting time is counted in ticks of the running peer: a peer that is itself stopped does not wait.
 */
final class LauncherSignal {
    /**
     * A launcher that is not heard for this long reads no heartbeats either. A Unix socket takes about 270 of them, and
     * then a thread that sends another one no longer ticks.
     */
    private static final Duration HEARTBEATS_ARE_READ = Duration.ofMinutes(1);

    private final BlockingQueue<ControlMessage> inbox;
    private boolean expected;
    private Duration timeout = Duration.ZERO;
    private Duration waited = Duration.ZERO;

    LauncherSignal(BlockingQueue<ControlMessage> inbox) {
        this.inbox = inbox;
    }

    /** The peer is about to say that it has come to the end of a stage. */
    synchronized void expectWithin(Duration timeout) {
        this.timeout = timeout;
        waited = Duration.ZERO;
        expected = true;
    }

    /** The measured part is over, or there will be none. */
    synchronized void expectNoMore() {
        expected = false;
    }

    /** Waits for the next message, which must be of this type. */
    void await(Class<? extends ControlMessage> type) throws IOException, InterruptedException {
        ControlMessage message = inbox.take();
        expectNoMore();
        if (!type.isInstance(message)) {
            throw new IOException("launcher sent '%s', expected '%s'"
                    .formatted(message.getClass().getSimpleName(), type.getSimpleName()));
        }
    }

    /** The peer has been running for this time since the last tick. */
    synchronized void tick(Duration length) {
        waited = expected && inbox.isEmpty() ? waited.plus(length) : Duration.ZERO;
    }

    /** Whether the peer has waited for longer than it was told to. */
    synchronized boolean isOverdue() {
        return expected && waited.compareTo(timeout) >= 0;
    }

    /** Whether the launcher still reads what this peer sends, as far as the peer can know. */
    synchronized boolean isLauncherReading() {
        return waited.compareTo(HEARTBEATS_ARE_READ) < 0;
    }
}
