package org.ipcbench.measure.sample;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What one half of a workload notes while it runs: a plain message counter, which the heartbeat thread
 * reads, the latencies of the sampled messages, and what got lost. Nothing is allocated after construction.
 */
public final class Recorder {
    /** Longer latencies, as of a load that falls behind for hours, count as this one. */
    public static final long MAX_LATENCY_NANOS = Duration.ofHours(1).toNanos();

    public static final int SIGNIFICANT_DIGITS = 3;

    private final Histogram latencies = new Histogram(MAX_LATENCY_NANOS, SIGNIFICANT_DIGITS);
    private long messages;
    private Losses losses = Losses.NONE;
    private long elapsedNanos;
    private List<Checksum> contents = List.of();
    private Optional<OfferedLoad> offer = Optional.empty();

    /** Counts one message or round trip. */
    public void countMessage() {
        messages++;
    }

    /** Notes the latency of a sampled message, in nanoseconds; a negative one is an error of the clock. */
    public void recordLatency(long nanos) {
        latencies.recordValue(Math.min(nanos, MAX_LATENCY_NANOS));
    }

    /** Notes what went wrong with the messages of the batch that has just ended. */
    public void recordLosses(Losses inBatch) {
        losses = inBatch;
    }

    /** Notes how long the batch took that has just ended, where its half knows better than who called it. */
    public void recordElapsed(long nanos) {
        elapsedNanos = nanos;
    }

    /** Notes what of a file has gone by in the batch that has just ended. */
    public void recordContent(Checksum content) {
        contents = List.of(content);
    }

    /** Notes what the schedule of the batch offered that has just ended. */
    public void recordOffer(OfferedLoad inBatch) {
        offer = Optional.of(inBatch);
    }

    public long messages() {
        return messages;
    }

    /** Losses of the last batch. */
    public Losses losses() {
        return losses;
    }

    /** How long the last batch took by its own account, in nanoseconds; {@code otherwise} where it gave none. */
    public long elapsedNanosOr(long otherwise) {
        return elapsedNanos > 0 ? elapsedNanos : otherwise;
    }

    /** Checksum of the file that the last batch carried; empty where it carried none. */
    public List<Checksum> contents() {
        return contents;
    }

    /** What the schedule of the last batch offered; empty where it had none. */
    public Optional<OfferedLoad> offer() {
        return offer;
    }

    /** The latencies so far; a copy. */
    public Histogram latencies() {
        return latencies.copy();
    }

    /** Forgets everything, between warm-up and measured part. */
    public void reset() {
        latencies.reset();
        messages = 0;
        losses = Losses.NONE;
        elapsedNanos = 0;
        contents = List.of();
        offer = Optional.empty();
    }
}
