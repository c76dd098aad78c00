package org.ipcbench.measure;

import org.HdrHistogram.Histogram;

/**
 * The figures of one of several clients of an iteration.
 *
 * @param messages messages of this client that arrived and were checked
 * @param lost messages of this client that got lost
 * @param elapsedNanos its own measured part, in nanoseconds
 * @param medianNanos the median of its sampled latencies, in nanoseconds; {@link #UNTOLD} where they are too few
 * @param p99Nanos their 99th percentile, in nanoseconds; {@link #UNTOLD} where they are too few
 */
public record ClientFigures(long messages, long lost, long elapsedNanos, long medianNanos, long p99Nanos) {
    public static final long UNTOLD = -1;

    /** A percentile has at least this many samples beyond it. */
    private static final int SAMPLES_BEYOND = 10;

    private static final double PERCENT = 100;

    /**
     * The figures of a client.
     *
     * @param timekeeper what the side of it measured that knows when the last message has arrived, and the latencies
     * @param elapsedNanos its own measured part, in nanoseconds
     */
    public static ClientFigures of(StrandMeasurement timekeeper, long elapsedNanos) {
        return new ClientFigures(
                timekeeper.messages(),
                timekeeper.losses().lost(),
                elapsedNanos,
                percentile(timekeeper.latencies(), 50),
                percentile(timekeeper.latencies(), 99));
    }

    public double messagesPerSecond() {
        return messages / (elapsedNanos / 1e9);
    }

    private static long percentile(Histogram latencies, double percentile) {
        double beyond = latencies.getTotalCount() * (PERCENT - percentile) / PERCENT;
        return beyond < SAMPLES_BEYOND ? UNTOLD : latencies.getValueAtPercentile(percentile);
    }
}
