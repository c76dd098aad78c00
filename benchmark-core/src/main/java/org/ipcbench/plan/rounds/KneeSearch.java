package org.ipcbench.plan.rounds;

import java.util.Optional;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.launch.process.IterationFailedException;

/**
 * Searches the highest rate at which the 99th percentile of a transport's latencies stays below a limit, and all of the rate
 * arrives. The search multiplies the rate until one is too high, and then bisects. Without a bound the limit is ten times the
 * percentile without load, which finds the knee. At a bound it finds the capacity: a rate is judged by the share of messages that
 * are late without the machine's stalls, and is tried again while that share is near the permitted one.
 */
public final class KneeSearch {
    /** Messages a second at which no transport is loaded; a second at this rate is enough to know the percentile. */
    public static final long UNLOADED_PER_SECOND = 1_000;

    /** A percentile that is this many times the unloaded one is caused by a queue. */
    public static final double MAX_RATIO_TO_UNLOADED = 10;

    private static final int CLIMB = 4;

    /** A CPU that gets a message this often hardly sleeps: if messages are late all the same, idle CPUs are not the cause. */
    public static final long MAX_LOWEST_PER_SECOND = 16 * UNLOADED_PER_SECOND;

    private static final long NONE = 0;

    /** The search ends when the knee is known within this factor; single tries cannot tell closer rates apart. */
    private static final double NEAR = 1.05;

    /** No transport carries a higher rate, and no clock spaces messages more closely. */
    private static final long MAX_PER_SECOND = 50_000_000;

    /** A rate is too high if this number of tries in a row fail: a single one may be spoilt by the machine. */
    private static final int TRIES = 2;

    /** Maximum number of tries at a rate near a bound. */
    static final int MAX_TRIES_AT_BOUND = 6;

    /** Tries of a usual search: five rates of the climb, five of the bisection, of which every second one is refused. */
    public static final int USUAL_TRIES = 13;

    /** Tries of a usual search at a bound, by simulation. */
    public static final int USUAL_TRIES_AT_BOUND = 24;

    /** Below this share of late messages a rate is carried without a further try. */
    private static final double CLEARLY_FEW = LatencyBound.MAX_LATE_SHARE / 2;

    /** Above this share of late messages in two tries a rate is too high. */
    private static final double CLEARLY_MANY = 2 * LatencyBound.MAX_LATE_SHARE;

    private static final int DIGITS = 2;

    private final RateTrial trial;
    private final boolean isBounded;

    /** A search of the knee that measures by these trials. */
    public KneeSearch(RateTrial trial) {
        this(trial, false);
    }

    /**
     * A search that measures by these trials.
     *
     * @param isBounded whether their late messages decide
     */
    public KneeSearch(RateTrial trial, boolean isBounded) {
        this.trial = trial;
        this.isBounded = isBounded;
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
     * @param lateShare share of the messages beyond the bound, less the machine's; meaningless without a bound
     */
    public record RateResult(boolean reached, double p99Nanos, double lateShare) {
        /** A result without a bound. */
        public RateResult(boolean reached, double p99Nanos) {
            this(reached, p99Nanos, 0);
        }
    }

    /**
     * The result of the search.
     *
     * @param perSecond the highest rate that was carried within the limit, in messages a second, rounded to two digits
     * @param lowestPerSecond the lowest rate that was carried within the limit, in messages a second
     * @param unloadedP99Nanos the percentile without load, in nanoseconds
     */
    public record FoundKnee(long perSecond, long lowestPerSecond, double unloadedP99Nanos) {}

    /**
     * Searches the rate; empty if the transport does not carry the unloaded rate, or if no rate of the climb's beginning stays
     * below the bound.
     */
    public Optional<FoundKnee> find() throws IterationFailedException, InterruptedException {
        RateResult unloaded = trial.at(UNLOADED_PER_SECOND);
        long lowest = lowestCarried(unloaded);
        if (lowest == NONE) {
            return Optional.empty();
        }
        double limitNanos = MAX_RATIO_TO_UNLOADED * unloaded.p99Nanos();
        long carried = lowest;
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
        return Optional.of(new FoundKnee(rounded((double) carried), lowest, unloaded.p99Nanos()));
    }

    /** The lowest rate of the climb that is carried: below a bound, idle CPUs may wake up too late for the lower ones. */
    private long lowestCarried(RateResult unloaded) throws IterationFailedException, InterruptedException {
        if (!isBounded) {
            return unloaded.reached() ? UNLOADED_PER_SECOND : NONE;
        }
        RateResult first = unloaded;
        long perSecond = UNLOADED_PER_SECOND;
        while (first.reached() && perSecond <= MAX_LOWEST_PER_SECOND) {
            if (staysBelow(perSecond, first)) {
                return perSecond;
            }
            perSecond *= CLIMB;
            first = trial.at(perSecond);
        }
        return NONE;
    }

    private boolean carries(long perSecond, double limitNanos) throws IterationFailedException, InterruptedException {
        if (isBounded) {
            return staysBelow(perSecond, trial.at(perSecond));
        }
        for (int attempt = 0; attempt < TRIES; attempt++) {
            RateResult result = trial.at(perSecond);
            if (result.reached() && result.p99Nanos() < limitNanos) {
                return true;
            }
        }
        return false;
    }

    /** Tries a rate again while the mean share of late messages is near the permitted one. */
    private boolean staysBelow(long perSecond, RateResult first) throws IterationFailedException, InterruptedException {
        double sum = lateShare(first);
        int tries = 1;
        while (tries < MAX_TRIES_AT_BOUND
                && sum > tries * CLEARLY_FEW
                && !(tries >= TRIES && sum > tries * CLEARLY_MANY)) {
            sum += lateShare(trial.at(perSecond));
            tries++;
        }
        return sum <= tries * LatencyBound.MAX_LATE_SHARE;
    }

    /** If the rate did not arrive, every message is late. */
    private static double lateShare(RateResult result) {
        return result.reached() ? result.lateShare() : 1;
    }

    /** The nearest rate with two significant digits, which is easy to type. */
    public static long rounded(double perSecond) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(perSecond)) - (DIGITS - 1)));
        return Math.max(1, Math.round(Math.round(perSecond / unit) * unit));
    }
}
