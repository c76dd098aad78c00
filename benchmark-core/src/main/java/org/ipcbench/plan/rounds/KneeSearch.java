package org.ipcbench.plan.rounds;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.ipcbench.analysis.LatencyBound;
import org.ipcbench.launch.process.IterationFailedException;

/**
 * Searches the highest rate at which the 99th percentile of a transport's latencies stays below a bound, and all of the rate
 * arrives: the capacity at that bound. The search multiplies the rate until one is too high, and then bisects; if the first one is too
 * high, it descends until one is carried. A rate is judged by the share of messages that are late without the machine's stalls, and is
 * tried again while that share is near the permitted one. Without a given bound it is ten times the percentile without load, which finds
 * the knee.
 */
public final class KneeSearch {
    /** Messages a second at which no transport is loaded; a second at this rate is enough to know the percentile. */
    public static final long UNLOADED_PER_SECOND = 1_000;

    /** A percentile that is this many times the unloaded one is caused by a queue. */
    public static final double MAX_RATIO_TO_UNLOADED = 10;

    private static final int CLIMB = 4;

    /** Tries without load: enough that one is hardly spoilt by the machine. */
    private static final int UNLOADED_TRIES = 3;

    /** A CPU that gets a message this often hardly sleeps: if messages are late all the same, idle CPUs are not the cause. */
    private static final long MAX_LOWEST_PER_SECOND = 16 * UNLOADED_PER_SECOND;

    /** Below this rate a try has too few messages to tell anything. */
    private static final long MIN_PER_SECOND = 10;

    /** The search ends when the knee is known within this factor; single tries cannot tell closer rates apart. */
    private static final double NEAR = 1.05;

    /** No transport carries a higher rate, and no clock spaces messages more closely. */
    private static final long MAX_PER_SECOND = 50_000_000;

    /** A rate is too high if this number of tries say so: a single one may be spoilt by the machine. */
    private static final int TRIES = 2;

    /** Maximum number of tries at a rate near the bound. */
    static final int MAX_TRIES_AT_BOUND = 6;

    /**
     * After this number of tries in all, {@link #TRIES} have to decide about a rate even near a bound: more would make the time of a
     * search unpredictable, and the capacity hardly more precise.
     */
    private static final int MAX_PATIENT_TRIES = 20;

    /**
     * Tries of a usual search: by simulation 18 on a machine without stalls, 24 with stalls, up to 35 if the lowest rates are late, too.
     */
    public static final int USUAL_TRIES = 27;

    /** Below this share of late messages a rate is carried without a further try. */
    private static final double CLEARLY_FEW = LatencyBound.MAX_LATE_SHARE / 2;

    /** Above this share of late messages in two tries a rate is too high. */
    private static final double CLEARLY_MANY = 2 * LatencyBound.MAX_LATE_SHARE;

    private static final int DIGITS = 2;

    private final RateTrial trial;
    private final Optional<LatencyBound> given;
    private final SortedSet<Long> tried = new TreeSet<>();
    private int attempts;

    /**
     * A search that measures by these trials.
     *
     * @param given the bound; empty to search for the knee
     */
    public KneeSearch(RateTrial trial, Optional<LatencyBound> given) {
        this.trial = trial;
        this.given = given;
    }

    /** Tries a rate. */
    @FunctionalInterface
    public interface RateTrial {
        /** Measures at this number of messages a second. */
        RateResult at(long perSecond) throws IterationFailedException, InterruptedException;
    }

    /** The result of a try. */
    public interface RateResult {
        /** Whether the rate arrived; the rest is meaningless if it did not. */
        boolean isReached();

        /** The 99th percentile without the machine's stalls, in nanoseconds; 0 if it is not known. */
        double p99Nanos();

        /** The share of the messages beyond a bound, less the machine's. */
        double lateShare(LatencyBound bound);
    }

    /** The bound of a knee. */
    public static LatencyBound boundOfKnee(double unloadedP99Nanos) {
        return new LatencyBound(Math.max(1, Math.round(MAX_RATIO_TO_UNLOADED * unloadedP99Nanos)));
    }

    /**
     * The result of the search.
     *
     * @param perSecond the highest rate that was carried within the limit, in messages a second, rounded to two digits
     * @param lowestPerSecond the lowest rate that was carried within the limit, in messages a second
     * @param unloadedP99Nanos the percentile at {@link #unloadedPerSecond}, in nanoseconds
     */
    public record FoundKnee(long perSecond, long lowestPerSecond, double unloadedP99Nanos) {
        /** The rate, in messages a second, at which the transport is not loaded. */
        public long unloadedPerSecond() {
            return Math.min(UNLOADED_PER_SECOND, lowestPerSecond);
        }
    }

    /** The lowest rate that was carried, the percentile without load, and the bound. */
    private record Lowest(long perSecond, double unloadedP99Nanos, LatencyBound bound) {}

    /** The rates that were tried, in messages a second. */
    public SortedSet<Long> tried() {
        return Collections.unmodifiableSortedSet(tried);
    }

    /** Searches the rate; empty if the transport carries none of the rates with which the search begins. */
    public Optional<FoundKnee> find() throws IterationFailedException, InterruptedException {
        Optional<Lowest> lowest = given.isPresent() ? lowest(given.get()) : unloaded();
        return lowest.isEmpty() ? Optional.empty() : Optional.of(above(lowest.get()));
    }

    private FoundKnee above(Lowest lowest) throws IterationFailedException, InterruptedException {
        LatencyBound bound = lowest.bound();
        long carried = lowest.perSecond();
        long next = CLIMB * carried;
        while (next <= MAX_PER_SECOND && staysBelow(bound, next)) {
            carried = next;
            next *= CLIMB;
        }
        long refused = Math.min(next, MAX_PER_SECOND);
        while (refused > NEAR * carried && refused > carried + 1) {
            long middle = Math.round(Math.sqrt((double) carried * refused));
            if (staysBelow(bound, middle)) {
                carried = middle;
            } else {
                refused = middle;
            }
        }
        return new FoundKnee(rounded((double) carried), lowest.perSecond(), lowest.unloadedP99Nanos());
    }

    /** The highest of the low rates that arrives; the lowest percentile of several tries is the one that the machine has spoilt least. */
    private Optional<Lowest> unloaded() throws IterationFailedException, InterruptedException {
        for (long perSecond = UNLOADED_PER_SECOND; perSecond >= MIN_PER_SECOND; perSecond /= CLIMB) {
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < UNLOADED_TRIES; i++) {
                RateResult result = attempt(perSecond);
                if (result.isReached() && result.p99Nanos() > 0) {
                    least = Math.min(least, result.p99Nanos());
                }
            }
            if (Double.isFinite(least)) {
                return Optional.of(new Lowest(perSecond, least, boundOfKnee(least)));
            }
        }
        return Optional.empty();
    }

    /**
     * Begins without load. If the bound is missed there, idle CPUs may wake up too late, so that higher rates are tried; if one of
     * these does not arrive, or the first one does not, lower rates are. If all arrive and are late, the rate is not the cause.
     */
    private Optional<Lowest> lowest(LatencyBound bound) throws IterationFailedException, InterruptedException {
        RateResult unloaded = attempt(UNLOADED_PER_SECOND);
        RateResult result = unloaded;
        for (long perSecond = UNLOADED_PER_SECOND; result.isReached(); result = attempt(perSecond)) {
            if (staysBelow(bound, perSecond, result)) {
                return Optional.of(new Lowest(perSecond, unloaded.p99Nanos(), bound));
            }
            if (perSecond >= MAX_LOWEST_PER_SECOND) {
                return Optional.empty();
            }
            perSecond *= CLIMB;
        }
        for (long perSecond = UNLOADED_PER_SECOND / CLIMB; perSecond >= MIN_PER_SECOND; perSecond /= CLIMB) {
            result = attempt(perSecond);
            if (result.isReached() && staysBelow(bound, perSecond, result)) {
                return Optional.of(new Lowest(perSecond, result.p99Nanos(), bound));
            }
        }
        return Optional.empty();
    }

    private RateResult attempt(long perSecond) throws IterationFailedException, InterruptedException {
        tried.add(perSecond);
        attempts++;
        return trial.at(perSecond);
    }

    private boolean staysBelow(LatencyBound bound, long perSecond)
            throws IterationFailedException, InterruptedException {
        return staysBelow(bound, perSecond, attempt(perSecond));
    }

    /** Tries a rate again while the middle share of late messages, the lower one of two, is near the permitted one. */
    private boolean staysBelow(LatencyBound bound, long perSecond, RateResult first)
            throws IterationFailedException, InterruptedException {
        int most = attempts > MAX_PATIENT_TRIES ? TRIES : MAX_TRIES_AT_BOUND;
        List<Double> ascending = new ArrayList<>(List.of(late(bound, first)));
        double late = late(bound, first);
        while (ascending.size() < most && late > CLEARLY_FEW && !(ascending.size() >= TRIES && late > CLEARLY_MANY)) {
            ascending.add(late(bound, attempt(perSecond)));
            Collections.sort(ascending);
            late = ascending.get((ascending.size() - 1) / 2);
        }
        return late <= LatencyBound.MAX_LATE_SHARE;
    }

    /** If the rate did not arrive, every message is late. */
    private static double late(LatencyBound bound, RateResult result) {
        return result.isReached() ? result.lateShare(bound) : 1;
    }

    /** The nearest rate with two significant digits, which is easy to type. */
    public static long rounded(double perSecond) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(perSecond)) - (DIGITS - 1)));
        return Math.max(1, Math.round(Math.round(perSecond / unit) * unit));
    }
}
