package org.ipcbench.advise;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Interval;

/**
 * The figures of a candidate at a rate.
 *
 * @param candidate the transport's id, with the properties that distinguish the candidate if a run varies more
 * @param transportId the transport
 * @param figures what was measured; empty if nothing was measured
 * @param hiddenBelowNanos bound of the clocks if it hides the p99, in nanoseconds, infinite if no bound is proven; else empty
 * @param lack why nothing was measured; else empty
 */
public record Trial(
        String candidate, String transportId, Optional<Figures> figures, OptionalDouble hiddenBelowNanos, String lack) {

    /**
     * The measured figures.
     *
     * @param p50Nanos median latency, in nanoseconds; empty if too few messages arrived
     * @param p99Nanos 99th percentile of the latency, in nanoseconds; empty if too few messages arrived
     * @param p99Interval 95 % interval of the 99th percentile, in nanoseconds; empty for fewer than three iterations, and for two
     *     speeds
     * @param besideStalls the messages that are later than the limit although the machine did not stall; empty if no stall of this
     *     length was seen, for fewer than three iterations, and for two speeds
     * @param offeredPerSecond messages a second that were due
     * @param achievedPerSecond messages a second that arrived
     * @param cpuNanosPerMessage CPU time of all processes for each message, in nanoseconds
     * @param verdict how far to trust the figures
     */
    public record Figures(
            OptionalDouble p50Nanos,
            OptionalDouble p99Nanos,
            Optional<Interval> p99Interval,
            Optional<BesideStalls> besideStalls,
            double offeredPerSecond,
            double achievedPerSecond,
            double cpuNanosPerMessage,
            Verdict.Level verdict) {}

    /**
     * The messages that are later than the limit although the machine did not stall.
     *
     * @param share 95 % interval of their share
     * @param stalledShare share of the time in which the machine stalls
     */
    public record BesideStalls(Interval share, double stalledShare) {}

    /** A candidate with figures. */
    public static Trial of(String candidate, String transportId, Figures figures) {
        return new Trial(candidate, transportId, Optional.of(figures), OptionalDouble.empty(), "");
    }

    /** A candidate without figures. */
    public static Trial without(String candidate, String transportId, String lack) {
        return new Trial(candidate, transportId, Optional.empty(), OptionalDouble.empty(), lack);
    }
}
