package org.ipcbench.plan.rounds;

import java.util.Optional;
import org.ipcbench.launch.process.IterationFailedException;

/**
 * Searches the knee of a transport: the highest rate at which the 99th percentile of the latencies stays below ten times that
 * percentile without load, and all of the rate arrives. The search multiplies the rate until one is too high, and then bisects.
 */
public final class KneeSearch {
    /** Messages a second at which no transport is loaded; a second at this rate is enough to know the percentile. */
    public static final long UNLOADED_PER_SECOND = 1_000;

    /** A percentile that is this many times the unloaded one is caused by a queue. */
    public static final double MAX_RATIO_TO_UNLOADED = 10;

    private static final int CLIMB = 4;

    /** The search ends when the knee is known within this factor; single tries cannot tell closer rates apart. */
    private static final double NEAR = 1.05;

    /** No transport carries a higher rate, and no clock spaces messages more closely. */
    private static final long MAX_PER_SECOND = 50_000_000;

    /** A rate is too high if this number of tries in a row fail: a single one may be spoilt by the machine. */
    private static final int TRIES = 2;

    private static final int DIGITS = 2;

    private final RateTrial trial;

    /** A search that measures by these trials. */
    public KneeSearch(RateTrial trial) {
        this.trial = trial;
    }

    /** Tries a rate. */
    @FunctionalInterface
    public interface RateTrial {
        /** Measures at this number of messages a second. */
        RateResult at(long perSecond) throws IterationFailedException, InterruptedException;
    }

    /**
     * The result of a try.
     *
     * @param reached whether the rate arrived
     * @param p99Nanos the 99th percentile, in nanoseconds; meaningless if the rate did not arrive
     */
    public record RateResult(boolean reached, double p99Nanos) {}

    /**
     * The result of the search.
     *
     * @param perSecond the highest rate that was carried well, in messages a second, rounded to two digits
     * @param unloadedP99Nanos the percentile without load, in nanoseconds
     */
    public record FoundKnee(long perSecond, double unloadedP99Nanos) {}

    /** Searches the knee; empty if the transport does not even carry the unloaded rate. */
    public Optional<FoundKnee> find() throws IterationFailedException, InterruptedException {
        RateResult unloaded = trial.at(UNLOADED_PER_SECOND);
        if (!unloaded.reached()) {
            return Optional.empty();
        }
        double limitNanos = MAX_RATIO_TO_UNLOADED * unloaded.p99Nanos();
        long carried = UNLOADED_PER_SECOND;
        long next = CLIMB * carried;
        while (next <= MAX_PER_SECOND && carries(next, limitNanos)) {
            carried = next;
            next *= CLIMB;
        }
        long refused = Math.min(next, MAX_PER_SECOND);
        while (refused > NEAR * carried) {
            long middle = Math.round(Math.sqrt((double) carried * refused));
            if (carries(middle, limitNanos)) {
                carried = middle;
            } else {
                refused = middle;
            }
        }
        return Optional.of(new FoundKnee(rounded((double) carried), unloaded.p99Nanos()));
    }

    private boolean carries(long perSecond, double limitNanos) throws IterationFailedException, InterruptedException {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            RateResult result = trial.at(perSecond);
            if (result.reached() && result.p99Nanos() < limitNanos) {
                return true;
            }
        }
        return false;
    }

    /** The nearest rate with two significant digits, which is easy to type. */
    public static long rounded(double perSecond) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(perSecond)) - (DIGITS - 1)));
        return Math.max(1, Math.round(Math.round(perSecond / unit) * unit));
    }
}
