package org.ipcbench.measure.result;

import org.HdrHistogram.Histogram;
import org.ipcbench.measure.result.Cost.JvmWork;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one of several clients of an iteration.
 *
 * @param messages messages of this client that arrived and were checked
 * @param lost messages of this client that were lost
 * @param elapsedNanos duration of the client's own measured part, in nanoseconds
 * @param medianNanos the median of its sampled latencies, in nanoseconds; {@link Count#UNKNOWN} if they are too few
 * @param p99Nanos their 99th percentile, in nanoseconds; {@link Count#UNKNOWN} if they are too few
 * @param jvm the work of its JVM besides the measuring; null if it shares a JVM with the other clients
 */
public record ClientFigures(
        long messages,
        long lost,
        long elapsedNanos,
        long medianNanos,
        long p99Nanos,
        @Nullable JvmWork jvm) {
    /** A percentile has at least this many samples beyond it. */
    private static final int SAMPLES_BEYOND = 10;

    private static final double PERCENT = 100;

    /** The figures of a client that shares its JVM. */
    public ClientFigures(long messages, long lost, long elapsedNanos, long medianNanos, long p99Nanos) {
        this(messages, lost, elapsedNanos, medianNanos, p99Nanos, null);
    }

    /**
     * The figures of a client that shares its JVM.
     *
     * @param timekeeper figures of the client's side that knows the latencies and when the last message arrived
     * @param elapsedNanos duration of the client's own measured part, in nanoseconds
     */
    public static ClientFigures of(ConnectionMeasurement timekeeper, long elapsedNanos) {
        return new ClientFigures(
                timekeeper.messages(),
                timekeeper.losses().lost(),
                elapsedNanos,
                percentile(timekeeper.latencies(), 50),
                percentile(timekeeper.latencies(), 99));
    }

    /** Returns a copy for a client with its own JVM. */
    public ClientFigures inJvm(JvmWork work) {
        return new ClientFigures(messages, lost, elapsedNanos, medianNanos, p99Nanos, work);
    }

    public double messagesPerSecond() {
        return messages / (elapsedNanos / 1e9);
    }

    private static long percentile(Histogram latencies, double percentile) {
        double beyond = latencies.getTotalCount() * (PERCENT - percentile) / PERCENT;
        return beyond < SAMPLES_BEYOND ? Count.UNKNOWN : latencies.getValueAtPercentile(percentile);
    }
}
