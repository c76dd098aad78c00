package org.ipcbench.analysis.summary;

import org.ipcbench.measure.result.Measurement;

/**
 * What is kept of an iteration, a few KB.
 *
 * @param round the round it belongs to
 * @param measurement without its histogram
 * @param latencies what reports need of the histogram
 */
public record TalliedIteration(int round, Measurement measurement, Latencies latencies) {
    public static TalliedIteration of(Measurement measurement, int round) {
        return new TalliedIteration(round, measurement.withoutLatencies(), new Latencies(measurement.latencies()));
    }
}
