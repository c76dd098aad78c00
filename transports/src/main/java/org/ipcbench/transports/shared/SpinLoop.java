package org.ipcbench.transports.shared;

import org.ipcbench.transport.Session;

/**
 * The time for which a receiver looks for a message again and again before it sleeps. The clock is read only every few
 * looks, and not at all if the first look finds a message. For one thread:
 *
 * <pre>
 * spin.begin();
 * while (spin.lasts()) {
 *     look, and return if there is a message
 * }
 * sleep
 * </pre>
 */
public final class SpinLoop {
    /** Looks between two readings of the clock; one reading takes about as long as a look at memory and its pause. */
    private static final int LOOKS_PER_READING = 4;

    private final long nanos;
    private int looks;
    private long beganNanos;

    /** The spin of a session that asks for one. */
    public SpinLoop(Session session) {
        nanos = session.spinNanos();
    }

    /** Whether the receivers of a session spin at all. */
    public static boolean isAsked(Session session) {
        return session.spinNanos() > 0;
    }

    /** Begins the wait for a message. */
    public void begin() {
        looks = 0;
    }

    /** Whether to look once more. */
    public boolean lasts() {
        int look = looks++;
        if (look == 1) {
            beganNanos = System.nanoTime(); // the first look found nothing
        }
        return look % LOOKS_PER_READING != 0 || look == 0 || System.nanoTime() - beganNanos < nanos;
    }
}
