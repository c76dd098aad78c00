package org.ipcbench.peer;

import java.util.function.DoubleSupplier;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.LatencyKind;

/**
 * What a sample costs this peer. It is measured by the first connection that is warm: before, the compilers are busy with
 * other methods, and interpreted code takes twenty times as long.
 */
final class SampleCost implements DoubleSupplier {
    private final LatencyKind latencyKind;
    private final NanoClock clock;
    private double nanos;

    SampleCost(LatencyKind latencyKind, NanoClock clock) {
        this.latencyKind = latencyKind;
        this.clock = clock;
    }

    /** The cost in nanoseconds. */
    @Override
    public synchronized double getAsDouble() {
        if (nanos == 0) {
            nanos = latencyKind.sampleCostNanos(clock);
        }
        return nanos;
    }
}
