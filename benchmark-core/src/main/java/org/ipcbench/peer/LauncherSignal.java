package org.ipcbench.peer;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.ipcbench.control.ControlMessage;

/**
 * The launcher's messages, above all those by which it lets a peer continue, and the time that the peer waits for them.
 * A launcher that was stopped before sending the 'Go' is still alive, so nothing else would end its server, which may be
 * spinning.
 *
 * <p>The waiting time is counted in ticks of the running peer: time in which the peer itself is stopped does not count.
 * A thread of its own ticks only while a message is expected; at all other times, and so in the measured part, it
 * sleeps. It does not end, because the CPU time of a thread that has ended is lost to the meters.
 */
final class LauncherSignal {
    /** Time from one tick to the next. */
    static final Duration TICK = Duration.ofMillis(100);

    private final BlockingQueue<ControlMessage> inbox = new LinkedBlockingQueue<>();
    private boolean expected;
    private boolean ended;
    private Duration timeout = Duration.ZERO;
    private Duration waited = Duration.ZERO;

    /** Called for each message of the launcher. */
    synchronized void arrived(ControlMessage message) {
        inbox.add(message);
        expectNoMore();
    }

    /** Waits for the next message. */
    ControlMessage take() throws InterruptedException {
        return inbox.take();
    }

    /** Called when the peer is about to report the end of a stage. */
    synchronized void expectWithin(Duration timeout) {
        this.timeout = timeout;
        waited = Duration.ZERO;
        expected = inbox.isEmpty();
        notifyAll();
    }

    /** Called when no message is expected any more. */
    synchronized void expectNoMore() {
        expected = false;
        notifyAll();
    }

    /** Waits for the next message, which must be of this type. */
    void await(Class<? extends ControlMessage> type) throws IOException, InterruptedException {
        ControlMessage message = take();
        if (!type.isInstance(message)) {
            throw new IOException("launcher sent '%s', expected '%s'"
                    .formatted(message.getClass().getSimpleName(), type.getSimpleName()));
        }
    }

    /**
     * Ticks while a message is expected.
     *
     * @return whether the peer has waited longer than its timeout; false after {@link #end}
     */
    synchronized boolean watch() throws InterruptedException {
        while (!ended && !isOverdue()) {
            if (expected) {
                wait(TICK.toMillis());
                tick();
            } else {
                wait();
            }
        }
        return !ended;
    }

    /** Ends {@link #watch}. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Notes that the peer has been running for the length of a tick. */
    synchronized void tick() {
        waited = expected ? waited.plus(TICK) : Duration.ZERO;
    }

    /** Whether the peer has waited longer than its timeout. */
    synchronized boolean isOverdue() {
        return expected && waited.compareTo(timeout) >= 0;
    }
}
