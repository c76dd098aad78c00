package org.ipcbench.peer;

import java.util.function.DoubleSupplier;
import org.ipcbench.measure.clock.NanoClock;
import org.ipcbench.measure.sample.Question;

/**
 * What a sample costs this peer. It is measured by the first connection that is warm: before, the compilers are busy with
 * other methods, and interpreted code takes twenty times as long.
 */
final class SampleCost implements DoubleSupplier {
    private final Question question;
    private final NanoClock clock;
    private double nanos;

    SampleCost(Question question, NanoClock clock) {
        this.question = question;
        this.clock = clock;
    }

    /** The cost in nanoseconds. */
    @Override
    public synchronized double getAsDouble() {
        if (nanos == 0) {
            nanos = question.sampleCostNanos(clock);
        }
        return nanos;
    }
}
