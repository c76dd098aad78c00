package org.ipcbench.analysis.summary;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.measure.sample.Percentiles;
import org.jspecify.annotations.Nullable;

/**
 * The part of an iteration's histogram of latencies that reports need, in nanoseconds: extremes, mean, a curve of percentiles and
 * a coarse histogram, besides the whole one in its short form. A histogram takes up to 270 KB, this takes 2 to 5, and a run keeps one
 * for every iteration.
 */
public final class Latencies {
    /** Equal steps of an axis of nines, fine enough for a smooth line; 90 %, 99 %, 99.9 % and so on are among them. */
    private static final int STEPS_PER_NINE = 20;

    private static final double ALL = 100;

    /** Half of a 95 % interval of the normal distribution, in standard deviations. */
    private static final double NORMAL = 1.96;

    private static final double TOLERANCE = 1e-6;

    /** No latency is known. */
    public static final Latencies NONE = new Latencies(new Histogram(1));

    /** With fewer samples beyond it, a percentile is hardly better known than the maximum. */
    static final int MIN_COUNT_BEYOND = 10;

    private final long count;
    private final long minimum;
    private final long maximum;
    private final double mean;

    /** Latencies by steps of {@link #STEPS_PER_NINE}. */
    private final long[] steps;

    /** Latencies of percentiles that reports show between two steps, such as the median. */
    private final Map<Double, Long> betweenSteps;

    private final byte[] encoded;
    private final LatencyBins bins;
    private final Map<Double, Interval> intervals;

    Latencies(Histogram histogram) {
        count = histogram.getTotalCount();
        minimum = histogram.getMinValue();
        Recorded recorded = new Recorded(histogram);
        betweenSteps = Percentiles.SHOWN.stream()
                .filter(percentile -> !isStep(percentile))
                .collect(Collectors.toMap(Function.identity(), recorded::atPercentile));
        maximum = histogram.getMaxValue();
        mean = histogram.getMean();
        encoded = encoded(histogram);
        bins = new LatencyBins(recorded);
        intervals = Percentiles.WITH_INTERVALS.stream()
                .collect(Collectors.toMap(Function.identity(), percentile -> interval(recorded, count, percentile)));
        steps = new long[(int) Math.floor(nines() * STEPS_PER_NINE) + 1];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = recorded.atPercentile(ALL * (1 - shareAbove(i)));
        }
    }

    private static byte[] encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }

    /** Adds every latency to a histogram. */
    void addTo(Histogram all) {
        all.add(Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), 0));
    }

    /** The distribution of the latencies. */
    LatencyBins bins() {
        return bins;
    }

    /** Number of sampled messages. */
    long count() {
        return count;
    }

    long minimumNanos() {
        return minimum;
    }

    long maximumNanos() {
        return maximum;
    }

    double meanNanos() {
        return mean;
    }

    /**
     * The latency that this percentage of the latencies does not exceed, in nanoseconds; 0 if there is none.
     *
     * @param percentile one of {@link Percentiles#SHOWN}, one of nines (90, 99, 99.9 ...), or 100
     */
    public long percentileNanos(double percentile) {
        @Nullable Long kept = betweenSteps.get(percentile);
        if (kept != null) {
            return kept;
        }
        if (percentile == ALL) {
            return maximum;
        }
        if (percentile < 0 || percentile > ALL || !isStep(percentile)) {
            throw new IllegalArgumentException("percentile %s is not kept".formatted(percentile));
        }
        int nearest = (int) Math.round(step(percentile));
        return nearest < steps.length ? steps[nearest] : maximum;
    }

    private static boolean isStep(double percentile) {
        double step = step(percentile);
        return Math.abs(step - Math.round(step)) <= TOLERANCE;
    }

    private static double step(double percentile) {
        return -Math.log10(1 - percentile / ALL) * STEPS_PER_NINE;
    }

    /** The share of the latencies that exceeds this, read from the curve: between its steps, both axes are logarithmic. */
    double shareBeyond(double nanos) {
        if (nanos < minimum || nanos >= maximum) {
            return nanos < minimum ? 1 : 0;
        }
        int step = 0;
        while (step + 1 < steps.length && steps[step + 1] <= nanos) {
            step++;
        }
        if (step + 1 == steps.length) {
            return shareAbove(step);
        }
        double low = Math.max(1, steps[step]);
        double within = Math.log(Math.max(1, nanos) / low) / Math.log(steps[step + 1] / low);
        return shareAbove(step) * Math.pow(shareAbove(1), within);
    }

    /**
     * 95 % interval of the percentile by order statistics, in nanoseconds: between which of the samples it lies, whatever their
     * distribution, as long as they do not depend on each other. It knows nothing of other iterations.
     * Empty for a percentile whose interval is not kept.
     */
    Optional<Interval> samplingInterval(double percentile) {
        return Optional.ofNullable(intervals.get(percentile));
    }

    /** The number of samples below the percentile is binomially distributed. */
    private static Interval interval(Recorded recorded, long count, double percentile) {
        double samples = Math.max(1, count);
        double share = percentile / ALL;
        double half = NORMAL * Math.sqrt(share * (1 - share) / samples);
        return new Interval(
                recorded.atPercentile(ALL * Math.max(0, share - half)),
                recorded.atPercentile(ALL * Math.min(1, share + half)));
    }

    /** Whether enough samples lie beyond the percentile, so that it does not depend on a few by chance. */
    boolean tells(double percentile) {
        return tellsAbove(1 - percentile / ALL);
    }

    /** Whether enough samples lie beyond a step of the curve. */
    boolean tellsStep(int step) {
        return tellsAbove(shareAbove(step));
    }

    private boolean tellsAbove(double share) {
        return tells(count, share);
    }

    /** Whether enough of so many samples lie beyond the latency that this share exceeds. */
    static boolean tells(long count, double share) {
        return count * share > MIN_COUNT_BEYOND - TOLERANCE;
    }

    /** The latency that the share {@link #shareAbove} exceeds, in nanoseconds. */
    long stepNanos(int step) {
        return steps[step];
    }

    /** The end of the curve, in nines: one sample of all latencies lies beyond. */
    private double nines() {
        return Math.log10(Math.max(1, (double) count));
    }

    static double shareAbove(int step) {
        return Math.pow(10, -(double) step / STEPS_PER_NINE);
    }

    /**
     * The recorded values of a histogram, which looks through all of its counts for each percentile, of which there are dozens. Every
     * percentile is what the histogram would say.
     */
    private static final class Recorded {
        private final Histogram histogram;
        private final long[] values;

        /** The number of latencies up to each value. */
        private final long[] counts;

        Recorded(Histogram histogram) {
            this.histogram = histogram;
            LongStream.Builder ascending = LongStream.builder();
            LongStream.Builder upTo = LongStream.builder();
            for (HistogramIterationValue each : histogram.recordedValues()) {
                ascending.add(each.getValueIteratedTo());
                upTo.add(each.getTotalCountToThisValue());
            }
            values = ascending.build().toArray();
            counts = upTo.build().toArray();
        }

        /** See {@link Histogram#getValueAtPercentile}. */
        long atPercentile(double percentile) {
            double asked = Math.min(Math.max(Math.nextAfter(percentile, Double.NEGATIVE_INFINITY), 0), ALL);
            long count = Math.max(1, (long) Math.ceil(asked * histogram.getTotalCount() / ALL));
            int found = Arrays.binarySearch(counts, count);
            int place = found < 0 ? -found - 1 : found;
            if (place == counts.length) {
                return 0;
            }
            return percentile == 0 ? histogram.lowestEquivalentValue(values[place]) : values[place];
        }
    }

    /** A coarse distribution of an iteration's latencies: their shares in bins of a logarithmic axis. */
    static final class LatencyBins {
        /** A bin is 12 % wide: fine enough to show two peaks, and a few dozen bins hold an iteration. */
        static final int PER_DECADE = 20;

        private final int first;
        private final float[] shares;

        LatencyBins(Recorded recorded) {
            Histogram histogram = recorded.histogram;
            first = bin(histogram.getMinValue());
            shares = new float[histogram.getTotalCount() == 0 ? 0 : bin(histogram.getMaxValue()) - first + 1];
            long before = 0;
            for (int i = 0; i < recorded.values.length; i++) {
                long nanos = histogram.medianEquivalentValue(recorded.values[i]);
                int bin = Math.min(Math.max(bin(nanos) - first, 0), shares.length - 1);
                shares[bin] += (float) (recorded.counts[i] - before) / histogram.getTotalCount();
                before = recorded.counts[i];
            }
        }

        boolean isEmpty() {
            return shares.length == 0;
        }

        int first() {
            return first;
        }

        int last() {
            return first + shares.length - 1;
        }

        /** The share of the latencies in a bin, from 0 to 1. */
        double share(int bin) {
            return bin < first || bin > last() ? 0 : shares[bin - first];
        }

        /** Lower bound of a bin, in nanoseconds. */
        static double begin(int bin) {
            return Math.pow(10, (double) bin / PER_DECADE);
        }

        /** A coarse clock may show zero, which has no logarithm. */
        private static int bin(long nanos) {
            return (int) Math.floor(Math.log10((double) Math.max(1, nanos)) * PER_DECADE);
        }
    }
}
