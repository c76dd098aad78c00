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

    /** Called when all peers are connected and warm. */
    void armed() {
        armedNanos = clock.nanos();
    }

    /** Called when the client has reported. */
    void measured(PeerMeasurement client) {
        connectNanos = client.connectNanos();
        measuredNanos = client.elapsedNanos();
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
