package org.ipcbench.measure.result;

import com.google.gson.annotations.SerializedName;
import java.util.List;
import org.ipcbench.measure.sample.Sampling;

/**
 * The figures of one peer in one iteration.
 *
 * @param connections figures of each connection, in their order; empty for an auxiliary process
 * @param cost what the measured part cost this peer
 * @param sampling the sampling rule; only a client chooses one, and of several connections' rules the most expensive
 *     one counts
 * @param connectNanos time to open the connections, including the token's proof, in nanoseconds
 * @param conditions conditions under which this peer measured
 */
public record PeerMeasurement(
        List<ConnectionMeasurement> connections,
        Cost cost,
        Sampling sampling,
        long connectNanos,
        @SerializedName("circumstances") MeasurementConditions conditions) {

    public PeerMeasurement {
        connections = List.copyOf(connections);
    }

    /** Time from the earliest start of a measured part to the latest end, in nanoseconds. */
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
