package org.ipcbench.analysis.summary;

import org.ipcbench.measure.result.Measurement;

/**
 * The data kept of an iteration, a few KB.
 *
 * @param round the round it belongs to
 * @param measurement without its histogram
 * @param latencies the part of the histogram that reports need
 */
public record TalliedIteration(int round, Measurement measurement, Latencies latencies) {
    public static TalliedIteration of(Measurement measurement, int round) {
        return new TalliedIteration(round, measurement.withoutHistograms(), new Latencies(measurement.latencies()));
    }
}
