package org.ipcbench.measure.result;

import org.ipcbench.measure.sample.LatencyKind;
import org.ipcbench.measure.sample.Sampling;

/** A measurement of a second of throughput that cost nothing and lost nothing, but for what a test says. */
public final class MadeUpMeasurement {
    private MadeUpMeasurement() {}

    public static Measurement.Draft of(int requestBytes, long messages) {
        return new Measurement.Draft(
                        requestBytes, messages, messages * requestBytes, 1_000_000_000, LatencyKind.ONE_WAY)
                .sampling(new Sampling(1, 20, 1_000));
    }
}
