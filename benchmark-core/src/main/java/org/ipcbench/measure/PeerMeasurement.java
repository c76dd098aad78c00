package org.ipcbench.measure;

import com.google.gson.annotations.JsonAdapter;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one peer in one iteration.
 *
 * @param messages messages sent (client) or received and checked (server) in the measured part; round trips completed
 * @param losses what this peer knows to have gone wrong; with a lossy transport only the receiver knows
 * @param elapsedNanos the measured part by this peer's clock, in nanoseconds; of the receiver of a lossy stream, from the
 *     client's first claim to the last arrival
 * @param cost what the measured part cost this peer
 * @param latencies of the sampled messages, in nanoseconds; empty where this peer records none
 * @param sampling the sampling rule; only the client chooses one
 * @param phases what else the peer spent its time on
 * @param circumstances under which circumstances it was measured
 * @param contents checksums of a transferred file: one for each half this peer has played, the client's first; else empty
 * @param offer what its schedule offered; null where it had none
 */
public record PeerMeasurement(
        long messages,
        Losses losses,
        long elapsedNanos,
        Cost cost,
        @JsonAdapter(HistogramJson.class) Histogram latencies,
        Sampling sampling,
        Phases phases,
        Circumstances circumstances,
        List<Checksum> contents,
        @Nullable OfferedLoad offer) {

    public PeerMeasurement {
        contents = List.copyOf(contents);
    }

    /** The figures of a peer without a schedule. */
    public PeerMeasurement(
            long messages,
            Losses losses,
            long elapsedNanos,
            Cost cost,
            Histogram latencies,
            Sampling sampling,
            Phases phases,
            Circumstances circumstances,
            List<Checksum> contents) {
        this(messages, losses, elapsedNanos, cost, latencies, sampling, phases, circumstances, contents, null);
    }

    /** Messages or round trips begun, the lost ones included. */
    public long attempted() {
        return messages + losses.lost();
    }

    /**
     * Time outside the measured part, in nanoseconds.
     *
     * @param connectNanos connecting or accepting, the token's proof included
     * @param warmUpNanos from connected to armed
     */
    public record Phases(long connectNanos, long warmUpNanos) {}
}
