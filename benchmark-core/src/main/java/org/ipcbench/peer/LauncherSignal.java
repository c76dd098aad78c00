package org.ipcbench.peer;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import org.ipcbench.control.ControlMessage;

/**
 * The messages by which the launcher lets a peer continue, above all the 'Go', and the time that the peer waits for
 * them. A launcher that was stopped before sending one is still alive, so nothing else would end its server, which may
 * be spinning.
 *
 * <p>The waiting time is counted in ticks of the running peer: time in which the peer itself is stopped does not count.
 */
final class LauncherSignal {
    /**
     * A launcher that has sent nothing for this long does not read heartbeats either. A Unix socket holds about 270 of
     * them; after that, a thread that sends another one blocks and no longer ticks.
     */
    private static final Duration HEARTBEATS_ARE_READ = Duration.ofMinutes(1);

    private final BlockingQueue<ControlMessage> inbox;
    private boolean expected;
    private Duration timeout = Duration.ZERO;
    private Duration waited = Duration.ZERO;

    LauncherSignal(BlockingQueue<ControlMessage> inbox) {
        this.inbox = inbox;
    }

    /** Called when the peer is about to report the end of a stage. */
    synchronized void expectWithin(Duration timeout) {
        this.timeout = timeout;
        waited = Duration.ZERO;
        expected = true;
    }

    /** Called when the measured part is over, or there will be none. */
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

    /** Notes that the peer has been running for this time since the last tick. */
    synchronized void tick(Duration length) {
        waited = expected && inbox.isEmpty() ? waited.plus(length) : Duration.ZERO;
    }

    /** Whether the peer has waited longer than its timeout. */
    synchronized boolean isOverdue() {
        return expected && waited.compareTo(timeout) >= 0;
    }

    /** Whether the launcher still reads this peer's messages, as far as the peer can know. */
    synchronized boolean isLauncherReading() {
        return waited.compareTo(HEARTBEATS_ARE_READ) < 0;
    }
}
