package org.ipcbench.launch;

import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.PeerMeasurement;

/**
 * The times at which an iteration reached its stages, by the launcher's clock; the times between them are its {@link
 * Breakdown}.
 */
final class Milestones {
    private final NanoClock clock;
    private final long startNanos;
    private long assignedNanos;
    private long connectedNanos;
    private long armedNanos;
    private long connectNanos;
    private long measuredNanos;

    /** Called when the iteration begins. */
    Milestones(NanoClock clock) {
        this.clock = clock;
        startNanos = clock.nanos();
    }

    /** Called when all peers have taken their assignment. */
    void assigned() {
        assignedNanos = clock.nanos();
    }

    /** Called when all peers are connected, before they warm up. */
    void connected() {
        connectedNanos = clock.nanos();
    }

    /** Called when all peers are connected and warm. */
    void armed() {
        armedNanos = clock.nanos();
    }

    /** Called when the client has reported. */
    void measured(PeerMeasurement client) {
        connectNanos = client.connectNanos();
        measuredNanos = client.elapsedNanos();
    }

    /** The longest time that the warm-up may have taken, in nanoseconds. */
    long warmUpNanos() {
        return armedNanos - connectedNanos;
    }

    /** Whether there was time for a measured part of this duration since the end of the warm-up. */
    boolean allows(long elapsedNanos) {
        return elapsedNanos >= 0 && clock.nanos() - armedNanos >= elapsedNanos;
    }

    /** Whether a measured part with this beginning and duration lies between the end of the warm-up and now. */
    boolean encloses(long startNanos, long elapsedNanos) {
        return startNanos - armedNanos >= 0 && elapsedNanos >= 0 && clock.nanos() - (startNanos + elapsedNanos) >= 0;
    }

    /** Called when the iteration is over; returns its breakdown. */
    Breakdown closed() {
        return new Breakdown(
                assignedNanos - startNanos,
                connectNanos,
                armedNanos - assignedNanos - connectNanos,
                measuredNanos,
                clock.nanos() - armedNanos - measuredNanos);
    }
}
