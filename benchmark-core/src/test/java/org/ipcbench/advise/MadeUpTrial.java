package org.ipcbench.advise;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.LateShare;

/** Candidates with made-up figures at 50,000 messages a second. */
public final class MadeUpTrial {
    /** 800 bytes, 50,000 a second, p99 below 200 us. */
    public static final Target TARGET = new Target(800, 50_000, 200_000);

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double PERCENT = 100;
    private static final int REPEATED = 5;
    private static final long LONGEST_STALL_NANOS = 4_000_000;

    /** The scatter of latencies around their median. */
    private static final double SIGMA = 0.3;

    /** The 99th percentile of the normal distribution. */
    private static final double NINETY_NINTH = 2.326;

    private MadeUpTrial() {}

    /** A candidate whose p99 is known to a tenth. */
    public static Trial of(String candidate, double p99Micros, double cpuMicros) {
        double nanos = p99Micros * NANOS_PER_MICRO;
        Interval late = new Interval(lateShare(0.9 * nanos), lateShare(1.1 * nanos));
        return of(candidate, nanos, late(nanos, Optional.of(late)), 50_000, cpuMicros, REPEATED);
    }

    /**
     * A candidate whose p99 is known to a tenth, on a machine that stalls for a hundredth of the time.
     *
     * @param ownPercent the messages that are later than the limit without a stall, in percent, known to a tenth of a percent
     */
    public static Trial stalled(String candidate, double p99Micros, double ownPercent, double cpuMicros) {
        LateShare plain = of(candidate, p99Micros, cpuMicros)
                .figures()
                .flatMap(Trial.Figures::late)
                .orElseThrow();
        Interval own = new Interval((ownPercent - 0.1) / PERCENT, (ownPercent + 0.1) / PERCENT);
        LateShare late = new LateShare(
                plain.share(), plain.interval(), plain.share() - ownPercent / PERCENT, Optional.of(own), List.of());
        return of(candidate, p99Micros * NANOS_PER_MICRO, late, 50_000, cpuMicros, REPEATED);
    }

    /** A candidate that was measured once. */
    public static Trial unrepeated(String candidate, double p99Micros, double cpuMicros) {
        double nanos = p99Micros * NANOS_PER_MICRO;
        return of(candidate, nanos, late(nanos, Optional.empty()), 50_000, cpuMicros, 1);
    }

    /** A candidate whose p99 is known within these bounds. */
    public static Trial wide(
            String candidate, double p99Micros, double lowMicros, double highMicros, double cpuMicros) {
        Trial.Figures known = of(candidate, p99Micros, cpuMicros).figures().orElseThrow();
        return Trial.of(
                candidate,
                candidate,
                new Trial.Figures(
                        known.p50Nanos(),
                        known.p50Interval(),
                        known.p99Nanos(),
                        Optional.of(new Interval(lowMicros * NANOS_PER_MICRO, highMicros * NANOS_PER_MICRO)),
                        OptionalDouble.empty(),
                        known.late(),
                        known.stalledShare(),
                        known.longestStallNanos(),
                        known.offeredPerSecond(),
                        known.achievedPerSecond(),
                        known.cpuNanosPerMessage(),
                        known.workNanos(),
                        known.iterations(),
                        Verdict.Level.WIDE));
    }

    /** A candidate that achieved only so many messages a second. */
    public static Trial slow(String candidate, double achievedPerSecond) {
        return of(candidate, 5e6, late(5e6, Optional.of(new Interval(0.9, 1))), achievedPerSecond, 9, REPEATED);
    }

    /** A candidate that stays far below the limit, in calls of which 75 us are work; the medians of its iterations are given. */
    public static Trial called(String candidate, double cpuMicros, double... p50Nanos) {
        Sample medians = new Sample(p50Nanos);
        Trial.Figures plain = of(candidate, 1, cpuMicros).figures().orElseThrow();
        return Trial.of(
                candidate,
                candidate,
                new Trial.Figures(
                        OptionalDouble.of(medians.geometricMean()),
                        medians.geometricInterval(),
                        plain.p99Nanos(),
                        plain.p99Interval(),
                        OptionalDouble.empty(),
                        plain.late(),
                        plain.stalledShare(),
                        plain.longestStallNanos(),
                        plain.offeredPerSecond(),
                        plain.achievedPerSecond(),
                        plain.cpuNanosPerMessage(),
                        OptionalDouble.of(75_000),
                        p50Nanos.length,
                        Verdict.Level.VALID));
    }

    /** The candidate with another share of messages that are later than the limit, by its 95 % interval. */
    public static Trial later(Trial trial, double lowShare, double highShare) {
        Trial.Figures plain = trial.figures().orElseThrow();
        return Trial.of(
                trial.candidate(),
                trial.candidate(),
                new Trial.Figures(
                        plain.p50Nanos(),
                        plain.p50Interval(),
                        plain.p99Nanos(),
                        plain.p99Interval(),
                        OptionalDouble.empty(),
                        Optional.of(new LateShare(
                                (lowShare + highShare) / 2,
                                Optional.of(new Interval(lowShare, highShare)),
                                0,
                                Optional.empty(),
                                List.of())),
                        plain.stalledShare(),
                        plain.longestStallNanos(),
                        plain.offeredPerSecond(),
                        plain.achievedPerSecond(),
                        plain.cpuNanosPerMessage(),
                        plain.workNanos(),
                        plain.iterations(),
                        plain.verdict()));
    }

    /** The figures of messages in one direction, of whose percentiles no interval is known. */
    public static Trial.Figures figures(
            OptionalDouble p50Nanos,
            OptionalDouble p99Nanos,
            Optional<LateShare> late,
            double stalledShare,
            double offeredPerSecond,
            double achievedPerSecond,
            double cpuNanosPerMessage,
            int iterations,
            Verdict.Level verdict) {
        return new Trial.Figures(
                p50Nanos,
                Optional.empty(),
                p99Nanos,
                Optional.empty(),
                OptionalDouble.empty(),
                late,
                stalledShare,
                LONGEST_STALL_NANOS,
                offeredPerSecond,
                achievedPerSecond,
                cpuNanosPerMessage,
                OptionalDouble.empty(),
                iterations,
                verdict);
    }

    /** The share of messages later than the limit if latencies scatter log-normally. */
    static double lateShare(double p99Nanos) {
        double beyond = NINETY_NINTH + Math.log(TARGET.p99Nanos() / p99Nanos) / SIGMA;
        return NormalDistribution.of(0, 1).survivalProbability(beyond);
    }

    private static LateShare late(double p99Nanos, Optional<Interval> interval) {
        return new LateShare(lateShare(p99Nanos), interval, 0, Optional.empty(), List.of());
    }

    private static Trial of(
            String candidate,
            double p99Nanos,
            LateShare late,
            double achievedPerSecond,
            double cpuMicros,
            int iterations) {
        return Trial.of(
                candidate,
                candidate,
                figures(
                        OptionalDouble.of(p99Nanos / 4),
                        OptionalDouble.of(p99Nanos),
                        Optional.of(late),
                        1 / PERCENT,
                        50_000,
                        achievedPerSecond,
                        cpuMicros * NANOS_PER_MICRO,
                        iterations,
                        iterations == REPEATED ? Verdict.Level.VALID : Verdict.Level.UNREPEATED));
    }
}
