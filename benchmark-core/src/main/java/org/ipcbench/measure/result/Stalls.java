package org.ipcbench.measure.result;

import com.google.gson.annotations.JsonAdapter;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The stalls of a thread that only looked at the clock: times for which it wanted to run and did not.
 *
 * @param observedNanos for how long the thread looked, in nanoseconds; 0 if no thread did
 * @param lengths lengths of the stalls, in nanoseconds
 */
public record Stalls(
        long observedNanos,
        @JsonAdapter(HistogramJson.class) Histogram lengths) {
    /** Lengths are known to a hundredth. */
    public static final int SIGNIFICANT_DIGITS = 2;

    /** No thread has looked. */
    public static final Stalls UNKNOWN = new Stalls(0, new Histogram(SIGNIFICANT_DIGITS));

    /** Whether a thread has looked. */
    public boolean isKnown() {
        return observedNanos > 0;
    }

    /** The stalls of both observations. */
    public Stalls plus(Stalls other) {
        if (!other.isKnown() || !isKnown()) {
            return isKnown() ? this : other;
        }
        Histogram both = lengths.copy();
        both.setAutoResize(true);
        both.add(other.lengths);
        return new Stalls(observedNanos + other.observedNanos, both);
    }

    /**
     * The share of the time at which a message that is due would have to wait for longer than this: of each stall, all but its
     * end of this length. With 0, the share of the time that is lost.
     */
    public double shareBeyond(double nanos) {
        return sumBeyond(nanos, 1) / Math.max(1, observedNanos);
    }

    /** The variance of {@link #shareBeyond} if stalls come independently of each other. */
    public double varianceBeyond(double nanos) {
        double observed = Math.max(1, observedNanos);
        return sumBeyond(nanos, 2) / observed / observed;
    }

    /** How many stalls are longer than this in a nanosecond, on average. */
    double countBeyond(double nanos) {
        long count = lengths.getMaxValue() <= nanos
                ? 0
                : lengths.getCountBetweenValues((long) nanos + 1, lengths.getMaxValue());
        return (double) count / Math.max(1, observedNanos);
    }

    /** The longest stall, in nanoseconds; 0 if there was none. */
    public long longestNanos() {
        return lengths.getMaxValue();
    }

    private double sumBeyond(double nanos, int power) {
        double sum = 0;
        for (HistogramIterationValue each : lengths.recordedValues()) {
            double beyond = lengths.medianEquivalentValue(each.getValueIteratedTo()) - nanos;
            sum += beyond <= 0 ? 0 : each.getCountAddedInThisIterationStep() * Math.pow(beyond, power);
        }
        return sum;
    }
}
