package org.ipcbench.analysis;

import org.ipcbench.measure.Measurement;

/**
 * What is kept of an iteration, a few KB.
 *
 * @param round the round it belongs to
 * @param measurement without its histogram
 * @param latencies what reports need of the histogram
 */
record TalliedIteration(int round, Measurement measurement, Latencies latencies) {
    static TalliedIteration of(Measurement measurement, int round) {
        return new TalliedIteration(round, measurement.withoutLatencies(), new Latencies(measurement.latencies()));
    }
}
