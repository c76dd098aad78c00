package org.ipcbench.measure;

import com.google.gson.annotations.JsonAdapter;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one of several connections of a peer, each driven by a thread of its own.
 *
 * @param messages messages sent (client) or received and checked (server) in the measured part; round trips completed
 * @param losses what this side knows to have gone wrong
 * @param startNanos when the measured part began, by the machine's monotonic clock
 * @param elapsedNanos how long it took, in nanoseconds; of the receiver of a lossy stream, from the client's first claim to the
 *     last arrival
 * @param latencies of the sampled messages, in nanoseconds; empty where this side records none
 * @param offer what its schedule offered; null where it had none
 */
public record ConnectionMeasurement(
        long messages,
        Losses losses,
        long startNanos,
        long elapsedNanos,
        @JsonAdapter(HistogramJson.class) Histogram latencies,
        @Nullable OfferedLoad offer) {

    /** The figures of a connection without a schedule. */
    public ConnectionMeasurement(long messages, Losses losses, long startNanos, long elapsedNanos, Histogram latencies) {
        this(messages, losses, startNanos, elapsedNanos, latencies, null);
    }

    /** Messages or round trips begun, the lost ones included. */
    public long attempted() {
        return messages + losses.lost();
    }
}
