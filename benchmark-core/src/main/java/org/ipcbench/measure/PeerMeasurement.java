package org.ipcbench.measure;

import com.google.gson.annotations.JsonAdapter;
import org.HdrHistogram.Histogram;

/**
 * What one peer saw of one iteration.
 *
 * @param messages messages sent (client) or received and checked (server) in the measured part
 * @param elapsedNanos the measured part by this peer's clock, in nanoseconds
 * @param cpuNanos CPU time of the whole process over the measured part, in nanoseconds
 * @param latencies of the sampled messages, in nanoseconds; empty where this peer records none
 * @param sampling the sampling rule; only the client chooses one
 * @param phases what else the peer spent its time on
 */
public record PeerMeasurement(
        long messages,
        long elapsedNanos,
        long cpuNanos,
        @JsonAdapter(HistogramJson.class) Histogram latencies,
        Sampling sampling,
        Phases phases) {

    /**
     * Time outside the measured part, in nanoseconds.
     *
     * @param connectNanos connecting or accepting, the token's proof included
     * @param warmUpNanos from connected to armed
     */
    public record Phases(long connectNanos, long warmUpNanos) {}
}
