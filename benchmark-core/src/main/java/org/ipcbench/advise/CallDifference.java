package org.ipcbench.advise;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ipcbench.advise.Target.Judgement;
import org.ipcbench.analysis.statistics.Interval;

/**
 * What the choice of a transport changes in a call whose server works: from the medians of the candidates that may reach the target.
 *
 * @param callNanos median time of a call over the recommended candidate, in nanoseconds
 * @param workNanos the server's work, measured, in nanoseconds
 * @param compared the candidates with enough iterations for an interval, the fastest first
 * @param share the slowest candidate's median less the fastest one's as a share of the call, with its 95 % interval; empty with
 *     fewer than two candidates
 */
public record CallDifference(double callNanos, double workNanos, List<String> compared, Optional<Interval> share) {
    /** A difference below this share of a call hardly matters: another run of the same transport may differ by as much. */
    public static final double NEGLIGIBLE = 0.05;

    /** How large the difference is. */
    public enum Kind {
        /** Certainly negligible. */
        NEGLIGIBLE,
        /** Certainly not negligible. */
        CONSIDERABLE,
        /** It may be either. */
        UNCLEAR,
        /** There is nothing to compare. */
        UNKNOWN
    }

    public CallDifference {
        compared = List.copyOf(compared);
    }

    /**
     * Compares candidates.
     *
     * @param possible the candidates that may reach the target, the recommended one first; it has a median
     * @param workNanos what the server's work took
     */
    static CallDifference of(List<Judgement> possible, double workNanos) {
        double callNanos = p50Nanos(possible.get(0));
        List<Judgement> compared = possible.stream()
                .filter(judgement -> judgement.isRepeated()
                        && figures(judgement).p50Interval().isPresent())
                .sorted(Comparator.comparingDouble(CallDifference::p50Nanos))
                .toList();
        return new CallDifference(
                callNanos,
                workNanos,
                compared.stream().map(Judgement::candidate).toList(),
                compared.size() < 2
                        ? Optional.empty()
                        : Optional.of(share(compared.get(compared.size() - 1), compared.get(0), callNanos)));
    }

    /** Of a difference of two medians, the squares of the distances to their bounds add up. */
    private static Interval share(Judgement slow, Judgement fast, double callNanos) {
        Interval slowly = figures(slow).p50Interval().orElseThrow();
        Interval fastly = figures(fast).p50Interval().orElseThrow();
        double difference = p50Nanos(slow) - p50Nanos(fast);
        double less = Math.hypot(p50Nanos(slow) - slowly.low(), fastly.high() - p50Nanos(fast));
        double more = Math.hypot(slowly.high() - p50Nanos(slow), p50Nanos(fast) - fastly.low());
        return new Interval((difference - less) / callNanos, (difference + more) / callNanos);
    }

    private static double p50Nanos(Judgement judgement) {
        return figures(judgement).p50Nanos().orElseThrow();
    }

    private static Trial.Figures figures(Judgement judgement) {
        return judgement.trial().figures().orElseThrow();
    }

    /** How large the difference is. */
    public Kind kind() {
        if (share.isEmpty()) {
            return Kind.UNKNOWN;
        }
        if (share.get().high() < NEGLIGIBLE) {
            return Kind.NEGLIGIBLE;
        }
        return share.get().low() > NEGLIGIBLE ? Kind.CONSIDERABLE : Kind.UNCLEAR;
    }
}
