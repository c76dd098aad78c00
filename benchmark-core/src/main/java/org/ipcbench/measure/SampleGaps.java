package org.ipcbench.measure;

import java.util.SplittableRandom;

/**
 * Gaps between sampled messages: random, because a fixed gap can meet the same message of a transport's own rhythm again and
 * again, as of a bulk read or of a ring's lap. The same seed gives the same gaps in every process. Nothing is allocated.
 */
public final class SampleGaps {
    /** The same for every cell, so that no transport is sampled differently. */
    private static final long SEED = 20_230_815;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final long bound;

    /** @param meanGap mean number of messages from one sample to the next; 1 samples every message */
    public SampleGaps(long meanGap) {
        bound = 2 * meanGap;
    }

    /** Number of messages to the next sample: each from 1 to twice the mean without 1 is equally likely. */
    public long next() {
        return random.nextLong(1, bound);
    }
}
