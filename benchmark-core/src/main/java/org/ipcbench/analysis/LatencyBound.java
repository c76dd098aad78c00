package org.ipcbench.analysis;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.sample.Percentiles;

/**
 * A bound that the 99th percentile of a load's latencies has to stay below. It is judged by the share of messages that are later:
 * if the machine stalls, that share is far steadier than the percentile.
 *
 * @param nanos the bound, in nanoseconds
 */
public record LatencyBound(long nanos) {
    /** The share of messages that may be later. */
    public static final double MAX_LATE_SHARE = 0.01;

    /**
     * Without an interval, a percentile or a share of late messages within this factor of the bound is too close to tell: the 99th
     * percentile of one iteration is rarely more than twice, or less than half, the 99th percentile of another one.
     */
    public static final double UNREPEATED_FACTOR = 2;

    /** Without an interval, fewer late messages may be chance. */
    private static final double MIN_UNREPEATED_LATE_SHARE = 0.1;

    /** The same on a machine that stalls, because stalls come in bursts. */
    private static final double MIN_UNREPEATED_LATE_SHARE_BESIDE_STALLS = 0.4;

    /** A smaller share of late messages is as good as none. */
    private static final double LEAST_KNOWN_SHARE = MAX_LATE_SHARE / 10;

    /** A machine that stalls for a smaller share of the time hardly stalls longer once it has work. */
    private static final double MOST_RESTFUL_SHARE = 0.002;

    public LatencyBound {
        if (nanos < 1) {
            throw new IllegalArgumentException("no bound of %d ns".formatted(nanos));
        }
    }

    /** Whether a load stays below the bound; the answers, best first. */
    public enum Answer {
        /** Rate and latency are reached. */
        MEETS,
        /** The rate is reached, and the latency once the messages that the machine's stalls delay are excluded. */
        MEETS_BUT_FOR_STALLS,
        /**
         * The latency is so near to its limit that another run may be on the other side, or above it perhaps only by the machine's
         * stalls.
         */
        TOO_CLOSE,
        /** The latency is beyond its limit. */
        MISSES,
        /** The rate is not reached, so that the latency only depends on the duration of the run. */
        NOT_REACHED,
        /** There is nothing to judge. */
        NO_FIGURE;

        /** Whether the bound is met, perhaps but for the machine's stalls. */
        public boolean meets() {
            return this == MEETS || this == MEETS_BUT_FOR_STALLS;
        }

        /** Whether further iterations may show that the bound is met. */
        public boolean isPossible() {
            return meets() || this == TOO_CLOSE;
        }
    }

    /**
     * The share of the messages that is later, the machine's stalls left out, however certain it is: 1 if the rate is not reached or
     * nothing is known.
     */
    public double ownLateShare(Summary summary) {
        return summary.isReached()
                ? summary.stallEffect()
                        .ownLateShare((double) nanos, MAX_LATE_SHARE)
                        .orElse(1)
                : 1;
    }

    /** Whether the machine's stalls alone delay half of the messages that may be late, so that the bound cannot be decided beside them. */
    public static boolean isSpoilt(LateShare late) {
        return MachineStalls.explains(Percentiles.P99, late.machine());
    }

    /**
     * Whether iterations on a machine with these stalls have to be long, because short ones differ too much: also if it stalls shortly, as it
     * stalls longer once it has work.
     */
    public boolean needsPatience(MachineStalls stalls) {
        return stalls.shareBeyond((double) nanos) > MAX_LATE_SHARE / 10 || stalls.share() > MOST_RESTFUL_SHARE;
    }

    /** Whether the bound is rather met than missed, the machine's stalls left out, however certain it is. */
    public boolean isRatherMet(Summary summary) {
        return ownLateShare(summary) <= MAX_LATE_SHARE;
    }

    /**
     * The rate at which the permitted share of the messages is late, between two rates at which fewer and more are: both axes are
     * logarithmic, because the share grows steeply.
     *
     * @param below a rate that meets the bound
     * @param belowShare the share of late messages there, which may be below zero
     * @param above a higher rate that misses it
     * @param aboveShare the share of late messages there
     */
    public static double crossing(double below, double belowShare, double above, double aboveShare) {
        double low = Math.log(Math.min(MAX_LATE_SHARE, Math.max(belowShare, LEAST_KNOWN_SHARE)));
        double high = Math.log(Math.max(MAX_LATE_SHARE, aboveShare));
        double way = high <= low ? 1 : (Math.log(MAX_LATE_SHARE) - low) / (high - low);
        return below * Math.pow(above / below, way);
    }

    /** Judges the figures of a load. */
    public Answer judge(Summary summary) {
        return judge(
                summary.isReached(), summary.latencies().percentileNanos(Percentiles.P99), summary.lateShare((double)
                        nanos));
    }

    /**
     * Judges a load.
     *
     * @param isReached whether the rate is reached
     * @param p99Nanos the 99th percentile of the latencies, in nanoseconds
     * @param late the messages later than the bound
     */
    public Answer judge(boolean isReached, OptionalDouble p99Nanos, Optional<LateShare> late) {
        if (!isReached) {
            return Answer.NOT_REACHED;
        }
        if (p99Nanos.isEmpty()) {
            return Answer.NO_FIGURE;
        }
        Optional<Interval> all = late.flatMap(LateShare::interval);
        if (all.isEmpty()) {
            return unrepeated(p99Nanos.getAsDouble(), late);
        }
        Answer answer = repeated(late.orElseThrow(), all.get());
        // few late messages in most iterations, and a percentile that some others have raised
        return answer == Answer.MEETS && p99Nanos.getAsDouble() >= nanos ? Answer.TOO_CLOSE : answer;
    }

    private static Answer repeated(LateShare late, Interval all) {
        if (all.high() <= MAX_LATE_SHARE) {
            return Answer.MEETS;
        }
        Optional<Interval> besideMachine = late.besideMachine();
        // an interval below zero contradicts itself: the machine did not stall like that while the messages were sent
        if (besideMachine
                .filter(own -> own.high() >= 0 && own.high() <= MAX_LATE_SHARE)
                .isPresent()) {
            return Answer.MEETS_BUT_FOR_STALLS;
        }
        if (besideMachine.orElse(all).low() > MAX_LATE_SHARE) {
            return Answer.MISSES;
        }
        return isSpoilt(late) && late.isBelowButForBursts(MAX_LATE_SHARE)
                ? Answer.MEETS_BUT_FOR_STALLS
                : Answer.TOO_CLOSE;
    }

    private Answer unrepeated(double p99Nanos, Optional<LateShare> late) {
        boolean isPunctual = late.stream().allMatch(share -> share.share() * UNREPEATED_FACTOR <= MAX_LATE_SHARE);
        if (isPunctual && p99Nanos * UNREPEATED_FACTOR < nanos) {
            return Answer.MEETS;
        }
        boolean isLate = late.stream()
                .allMatch(share -> share.share() - share.machine()
                        > (isSpoilt(share) ? MIN_UNREPEATED_LATE_SHARE_BESIDE_STALLS : MIN_UNREPEATED_LATE_SHARE));
        return isLate && p99Nanos > nanos * UNREPEATED_FACTOR ? Answer.MISSES : Answer.TOO_CLOSE;
    }
}
