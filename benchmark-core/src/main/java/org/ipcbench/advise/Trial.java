package org.ipcbench.advise;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Interval;

/**
 * The figures of a candidate at a rate.
 *
 * @param candidate the transport's id, with what else distinguishes the candidate where a run varies more
 * @param transportId the transport
 * @param figures what was measured; empty where nothing was measured
 * @param hiddenBelowNanos bound of the clocks where it hides the p99, infinite where nothing is proven; else empty
 * @param lack why nothing was measured; else empty
 */
public record Trial(
        String candidate, String transportId, Optional<Figures> figures, OptionalDouble hiddenBelowNanos, String lack) {

    /**
     * What was measured.
     *
     * @param p50Nanos median latency; nothing where too few messages arrived
     * @param p99Nanos 99th percentile of the latency; nothing where too few messages arrived
     * @param p99Interval its 95 % interval; nothing for fewer than three iterations
     * @param offeredPerSecond messages that were due
     * @param achievedPerSecond messages that arrived
     * @param cpuNanosPerMessage CPU time of all processes for each message
     * @param verdict how far to trust the figures
     */
    public record Figures(
            OptionalDouble p50Nanos,
            OptionalDouble p99Nanos,
            Optional<Interval> p99Interval,
            double offeredPerSecond,
            double achievedPerSecond,
            double cpuNanosPerMessage,
            Verdict.Level verdict) {}

    /** A candidate with figures. */
    public static Trial of(String candidate, String transportId, Figures figures) {
        return new Trial(candidate, transportId, Optional.of(figures), OptionalDouble.empty(), "");
    }

    /** A candidate without figures. */
    public static Trial without(String candidate, String transportId, String lack) {
        return new Trial(candidate, transportId, Optional.empty(), OptionalDouble.empty(), lack);
    }
}
