package org.ipcbench.measure.result;

import java.util.List;
import org.ipcbench.measure.sample.Sampling;

/**
 * The figures of one peer in one iteration.
 *
 * @param connections those of each of its connections, in their order; empty for an auxiliary process
 * @param cost what the measured part cost this peer
 * @param sampling the sampling rule; only a client chooses one, and of several connections the most expensive one counts
 * @param connectNanos time to open the connections, the token's proof included, in nanoseconds
 * @param circumstances under which circumstances it was measured
 */
public record PeerMeasurement(
        List<ConnectionMeasurement> connections,
        Cost cost,
        Sampling sampling,
        long connectNanos,
        MeasurementConditions circumstances) {

    public PeerMeasurement {
        connections = List.copyOf(connections);
    }

    /** From the first beginning of a measured part to the last end of one, in nanoseconds. */
    public long elapsedNanos() {
        long start = connections.stream()
                .mapToLong(ConnectionMeasurement::startNanos)
                .min()
                .orElse(0);
        long end = connections.stream()
                .mapToLong(each -> each.startNanos() + each.elapsedNanos())
                .max()
                .orElse(0);
        return end - start;
    }
}
