package org.ipcbench.launch;

import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.result.PeerMeasurement;

/** When an iteration reached what, by the launcher's clock; what lies between is its {@link Breakdown}. */
final class Milestones {
    private final NanoClock clock;
    private final long startNanos;
    private long assignedNanos;
    private long armedNanos;
    private long connectNanos;
    private long measuredNanos;

    /** The iteration begins. */
    Milestones(NanoClock clock) {
        this.clock = clock;
        startNanos = clock.nanos();
    }

    /** All peers have taken their assignment. */
    void assigned() {
        assignedNanos = clock.nanos();
    }

    /** All peers are connected and warm. */
    void armed() {
        armedNanos = clock.nanos();
    }

    /** The client has reported. */
    void measured(PeerMeasurement client) {
        connectNanos = client.connectNanos();
        measuredNanos = client.elapsedNanos();
    }

    /** The iteration is over now. */
    Breakdown closed() {
        return new Breakdown(
                assignedNanos - startNanos,
                connectNanos,
                armedNanos - assignedNanos - connectNanos,
                measuredNanos,
                clock.nanos() - armedNanos - measuredNanos);
    }
}
