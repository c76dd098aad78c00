package org.ipcbench.measure;

import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * What one half of a workload notes while it runs: a plain message counter, which the control thread reads for its
 * heartbeats, and the latencies of the sampled messages. Nothing is allocated after construction.
 */
public final class Recorder {
    /** No message of a living run can take longer: the launcher's time-out ends it before. */
    private static final long HIGHEST_LATENCY_NANOS = Duration.ofHours(1).toNanos();

    private static final int SIGNIFICANT_DIGITS = 3;

    private final Histogram latencies = new Histogram(HIGHEST_LATENCY_NANOS, SIGNIFICANT_DIGITS);
    private long messages;

    /** Counts one message or round trip. */
    public void countMessage() {
        messages++;
    }

    /** Notes the latency of a sampled message, in nanoseconds; negative or beyond an hour is an error of the clock. */
    public void recordLatency(long nanos) {
        latencies.recordValue(nanos);
    }

    public long messages() {
        return messages;
    }

    /** The latencies so far; a copy. */
    public Histogram latencies() {
        return latencies.copy();
    }

    /** Forgets everything, between warm-up and measured part. */
    public void reset() {
        latencies.reset();
        messages = 0;
    }
}
