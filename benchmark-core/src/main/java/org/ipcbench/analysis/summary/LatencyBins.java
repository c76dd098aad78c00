package org.ipcbench.analysis.summary;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** A coarse distribution of an iteration's latencies: their shares in bins of a logarithmic axis. */
final class LatencyBins {
    /** A bin is 12 % wide: fine enough to show two peaks, and a few dozen bins hold an iteration. */
    static final int PER_DECADE = 20;

    private final int first;
    private final float[] shares;

    LatencyBins(Histogram histogram) {
        first = bin(histogram.getMinValue());
        shares = new float[histogram.getTotalCount() == 0 ? 0 : bin(histogram.getMaxValue()) - first + 1];
        for (HistogramIterationValue bucket : histogram.recordedValues()) {
            long nanos = histogram.medianEquivalentValue(bucket.getValueIteratedTo());
            int bin = Math.min(Math.max(bin(nanos) - first, 0), shares.length - 1);
            shares[bin] += (float) bucket.getCountAddedInThisIterationStep() / histogram.getTotalCount();
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
