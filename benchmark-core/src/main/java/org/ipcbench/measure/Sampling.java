package org.ipcbench.measure;

import org.HdrHistogram.Histogram;

/**
 * Which messages carry a send time: those whose sequence number is a multiple of the interval.
 *
 * @param interval a power of two; 1 samples every message
 * @param sampleCostNanos what one sample costs a peer: one clock reading and one histogram entry, measured there
 * @param messageNanos how long one message took at the end of warm-up
 */
public record Sampling(long interval, double sampleCostNanos, double messageNanos) {
    /** No message carries a send time, and none costs anything. */
    public static final Sampling NONE = new Sampling(1, 0, 1);

    /** Timestamps may cost at most this share of a message's time. */
    public static final double HIGHEST_COST = 0.01;

    /** The measured part may turn out this much faster than the end of the warm-up before the share is exceeded. */
    private static final int HEADROOM = 4;

    private static final long WIDEST_INTERVAL = 1 << 20;

    /**
     * The smallest interval that keeps {@code sampleCost ÷ interval ÷ messageTime} within {@link #HIGHEST_COST}, even
     * where messages take only a quarter of the time they took in the warm-up.
     */
    public static Sampling cheapEnough(double sampleCostNanos, double messageNanos) {
        long interval = 1;
        while (interval < WIDEST_INTERVAL && sampleCostNanos / interval > HIGHEST_COST * messageNanos / HEADROOM) {
            interval *= 2;
        }
        return new Sampling(interval, sampleCostNanos, messageNanos);
    }

    /** The share of a message's time that timestamps cost, where a message takes so many nanoseconds. */
    public double costAt(double actualMessageNanos) {
        return sampleCostNanos / interval / actualMessageNanos;
    }

    /** Measures what one sample costs with this clock, in nanoseconds: the best of several short loops. */
    public static double measureSampleCostNanos(NanoClock clock) {
        final int loops = 20;
        final int samples = 2_000;
        Histogram histogram = new Recorder().latencies();
        double best = Double.MAX_VALUE;
        for (int loop = 0; loop < loops; loop++) {
            long start = clock.nanos();
            for (int i = 0; i < samples; i++) {
                histogram.recordValue(Math.max(0, clock.nanos() - start));
            }
            best = Math.min(best, (double) (clock.nanos() - start) / samples);
        }
        return best;
    }
}
