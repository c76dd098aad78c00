package org.ipcbench.analysis;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What reports need of a histogram of latencies, in nanoseconds: its extremes, its mean and a curve of percentiles. A
 * histogram takes up to 270 KB, this takes 1 or 2, and a run keeps one for every cell.
 */
public final class Latencies {
    /** Even steps of an axis of nines, fine enough for a smooth line; 90 %, 99 %, 99.9 % and so on are among them. */
    private static final int STEPS_PER_NINE = 20;

    private static final double MEDIAN = 50;
    private static final double ALL = 100;
    private static final double TOLERANCE = 1e-6;

    private final long count;
    private final long minimum;
    private final long median;
    private final long maximum;
    private final double mean;

    /** By steps of {@link #STEPS_PER_NINE}. */
    private final long[] steps;

    /**
     * A point of the curve.
     *
     * @param shareAbove this share of the latencies is greater
     * @param nanos than this one
     */
    public record Step(double shareAbove, long nanos) {}

    Latencies(Histogram histogram) {
        count = histogram.getTotalCount();
        minimum = histogram.getMinValue();
        median = histogram.getValueAtPercentile(MEDIAN);
        maximum = histogram.getMaxValue();
        mean = histogram.getMean();
        steps = new long[(int) Math.floor(nines() * STEPS_PER_NINE) + 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = histogram.getValueAtPercentile(ALL * (1 - shareAbove(i)));
        }
    }

    /** Number of sampled messages. */
    public long count() {
        return count;
    }

    public long minimumNanos() {
        return minimum;
    }

    public long maximumNanos() {
        return maximum;
    }

    public double meanNanos() {
        return mean;
    }

    /**
     * The latency that this percentage of the latencies does not exceed; 0 where there is none.
     *
     * @param percentile 50, 90, 99, 99.9 and so on, or 100
     */
    public long percentileNanos(double percentile) {
        if (percentile == MEDIAN) {
            return median;
        }
        if (percentile == ALL) {
            return maximum;
        }
        double step = -Math.log10(1 - percentile / ALL) * STEPS_PER_NINE;
        int nearest = (int) Math.round(step);
        if (percentile < 0 || percentile > ALL || Math.abs(step - nearest) > TOLERANCE) {
            throw new IllegalArgumentException("percentile %s is not kept".formatted(percentile));
        }
        return nearest < steps.length ? steps[nearest] : maximum;
    }

    /** The latencies over their percentiles; empty where there is none. */
    public List<Step> curve() {
        List<Step> curve = new ArrayList<>();
        for (int i = 0; i < nines() * STEPS_PER_NINE; i++) {
            curve.add(new Step(shareAbove(i), steps[i]));
        }
        if (count > 0) {
            curve.add(new Step(1.0 / count, maximum));
        }
        return curve;
    }

    /** The curve reaches as far as one of all latencies. */
    private double nines() {
        return Math.log10(Math.max(1, (double) count));
    }

    private static double shareAbove(int step) {
        return Math.pow(10, -(double) step / STEPS_PER_NINE);
    }
}
