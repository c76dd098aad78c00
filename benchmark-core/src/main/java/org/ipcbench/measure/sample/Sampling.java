package org.ipcbench.measure.sample;

import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.ipcbench.measure.clock.NanoClock;

/**
 * The rule that says which messages carry a send time. The gaps between them are random ({@link SampleGaps}). Unless
 * all messages carry one, the first message of the measured part does not, because it wakes an idle pair.
 *
 * @param interval mean number of messages from one sample to the next, a power of two; 1 samples every message
 * @param sampleCostNanos cost of one sample for a peer, measured there, in nanoseconds: its gap, its clock readings and
 *     one histogram entry
 * @param messageNanos time of one message at the end of the warm-up, in nanoseconds
 */
public record Sampling(long interval, double sampleCostNanos, double messageNanos) {
    /** No message carries a send time, and none costs anything. */
    public static final Sampling NONE = new Sampling(1, 0, 1);

    /** Timestamps may cost at most this share of a message's time. */
    public static final double MAX_COST = 0.01;

    /** In a measured part that is too short anyway, a share up to this one adds no further doubt. */
    public static final double MAX_COST_OF_FEW = 0.1;

    /**
     * Percentiles need samples, even of slow messages: with this number, fifty lie beyond p99. Twice this number, at 50
     * ns each, cost less than a hundredth of a measured part of 0.1 s.
     */
    private static final long ENOUGH_SAMPLES = 5_000;

    private static final long MAX_INTERVAL = 1 << 20;

    /**
     * The smallest interval that keeps {@code sampleCost ÷ interval ÷ messageTime} within {@link #MAX_COST}, even if
     * messages turn out {@code headroom} times as fast as in the warm-up. Few messages are all sampled; of more
     * messages, at least {@value #ENOUGH_SAMPLES} are.
     *
     * @param messages number of measured messages
     */
    static Sampling cheapEnough(double sampleCostNanos, double messageNanos, int headroom, long messages) {
        long widest = Math.min(MAX_INTERVAL, Long.highestOneBit(Math.max(1, messages / ENOUGH_SAMPLES)));
        long interval = 1;
        while (interval < widest && sampleCostNanos / interval > MAX_COST * messageNanos / headroom) {
            interval *= 2;
        }
        return new Sampling(interval, sampleCostNanos, messageNanos);
    }

    /** The most expensive rule of several connections; {@link #NONE} if there are none. */
    public static Sampling mostExpensive(List<Sampling> all) {
        return all.stream()
                .max(Comparator.comparingDouble(each -> each.costAt(1)))
                .orElse(NONE);
    }

    /** Whether messages carry a send time. */
    public boolean isTaken() {
        return sampleCostNanos > 0;
    }

    /** The share of a message's time that timestamps cost, given the time of a message in nanoseconds. */
    public double costAt(double actualMessageNanos) {
        return sampleCostNanos / interval / actualMessageNanos;
    }

    /**
     * Measures what one sample costs with this clock, in nanoseconds: the best of several short loops.
     *
     * @param clockReadings number of clock readings per sample, 1 or 2
     */
    static double measureSampleCostNanos(NanoClock clock, int clockReadings) {
        final int loops = 20;
        final int samples = 2_000;
        Histogram histogram = new Recorder().latencies();
        SampleGaps gaps = new SampleGaps(MAX_INTERVAL);
        double best = Double.MAX_VALUE;
        for (int loop = 0; loop < loops; loop++) {
            long start = clock.nanos();
            for (int i = 0; i < samples; i++) {
                sample(clock, clockReadings > 1 ? clock.nanos() : start, histogram, gaps);
            }
            best = Math.min(best, (double) (clock.nanos() - start) / samples);
        }
        return best;
    }

    /** A method, because the just-in-time compiler takes methods after fewer calls than passes of a loop. */
    private static void sample(NanoClock clock, long sentNanos, Histogram histogram, SampleGaps gaps) {
        histogram.recordValue(Math.max(0, clock.nanos() - sentNanos) + (gaps.next() & 1)); // needs the gap
    }
}
