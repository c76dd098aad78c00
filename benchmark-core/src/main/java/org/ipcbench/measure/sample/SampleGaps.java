package org.ipcbench.measure.sample;

import java.util.SplittableRandom;

/**
 * Gaps between sampled messages. They are random, because a fixed gap can hit the same message of a transport's own
 * period again and again, for example of a bulk read or of a ring's lap. The same seed gives the same gaps in every
 * process. Nothing is allocated.
 */
public final class SampleGaps {
    /** One seed for every cell, so that all transports are sampled alike. */
    private static final long SEED = 20_230_815;

    private static final long DOUBLED_GAPS_OF_ALL = 2;

    /** Mean gap until the warm-up has found the rate: short enough that both sides compile what a sample needs. */
    private static final long FIRST_MEAN = 16;

    private final SplittableRandom random;
    /** Twice the number of possible gaps: {@link #next} drops the random number's sign. */
    private final long doubledGaps;

    /** Gaps until the warm-up has found the rate. */
    public SampleGaps() {
        this(FIRST_MEAN);
    }

    /** @param meanGap mean number of messages from one sample to the next; 1 samples every message */
    public SampleGaps(long meanGap) {
        this(meanGap, 0);
    }

    private SampleGaps(long meanGap, int side) {
        random = new SplittableRandom(SEED + side);
        doubledGaps = 2 * (2 * meanGap - 1);
    }

    /** Gaps of one of several sides, which sample other messages than the others, but for one of many. */
    static SampleGaps ofSide(int side) {
        return new SampleGaps(FIRST_MEAN, side);
    }

    /**
     * Number of messages to the first sample of a batch: at least 1, because the first message wakes an idle pair, unless every
     * message is sampled.
     */
    public long first() {
        long gap = next();
        return doubledGaps == DOUBLED_GAPS_OF_ALL ? 0 : gap;
    }

    /**
     * Number of messages to the next sample: each from 1 to twice the mean minus 1 is equally likely, except for one
     * part in 2^40. The JDK's bounded random numbers take different branches for different bounds: code that was
     * compiled for the warm-up's mean would be compiled again in the measured part, for tens of milliseconds.
     */
    public long next() {
        return 1 + Math.multiplyHigh(random.nextLong() >>> 1, doubledGaps);
    }
}
