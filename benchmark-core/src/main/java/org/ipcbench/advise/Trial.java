package org.ipcbench.advise;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ipcbench.analysis.doubt.Verdict;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.summary.LateShare;
import org.ipcbench.transport.Trait;
import org.ipcbench.transport.Traits;

/**
 * The figures of a candidate at a rate.
 *
 * @param candidate the transport's id, with the properties that distinguish the candidate if a run varies more
 * @param transportId the transport
 * @param figures what was measured; empty if nothing was measured
 * @param hasTwoClocks whether latencies are withheld, because the peers' clocks are not proven to be one
 * @param delayedShare the share of messages that waited for acknowledgements which TCP delays; 0 if it is hardly any
 * @param hidesDeath whether its peers do not find out that the other process was killed
 * @param lack why nothing was measured; else empty
 */
public record Trial(
        String candidate,
        String transportId,
        Optional<Figures> figures,
        boolean hasTwoClocks,
        double delayedShare,
        boolean hidesDeath,
        String lack) {

    /**
     * The measured figures.
     *
     * @param p50Nanos median latency, in nanoseconds; empty if too few messages arrived
     * @param p50Interval the 95 % interval of the median, of fewer than three iterations by their samples; empty for two speeds
     * @param p99Nanos 99th percentile of the latency, in nanoseconds; empty if too few messages arrived
     * @param p99Interval the 95 % interval of the 99th percentile, likewise
     * @param ownP99Nanos the 99th percentile with the machine's stalls left out; empty if too few messages arrived, and for two speeds
     * @param late the messages later than the limit; empty if too few messages arrived
     * @param stalledShare share of the time in which the machine stalls
     * @param longestStallNanos the longest stall, in nanoseconds
     * @param offeredPerSecond messages a second that were due
     * @param achievedPerSecond messages a second that arrived
     * @param cpuNanosPerMessage CPU time of all processes for each message, in nanoseconds
     * @param workNanos what the server's work took for a call, in nanoseconds; empty if it did none
     * @param iterations number of iterations
     * @param verdict how far to trust the figures
     */
    public record Figures(
            OptionalDouble p50Nanos,
            Optional<Interval> p50Interval,
            OptionalDouble p99Nanos,
            Optional<Interval> p99Interval,
            OptionalDouble ownP99Nanos,
            Optional<LateShare> late,
            double stalledShare,
            long longestStallNanos,
            double offeredPerSecond,
            double achievedPerSecond,
            double cpuNanosPerMessage,
            OptionalDouble workNanos,
            int iterations,
            Verdict.Level verdict) {}

    /** A candidate with figures. */
    public static Trial of(String candidate, String transportId, Figures figures) {
        return new Trial(candidate, transportId, Optional.of(figures), false, 0, false, "");
    }

    /** A candidate without figures. */
    public static Trial without(String candidate, String transportId, String lack) {
        return new Trial(candidate, transportId, Optional.empty(), false, 0, false, lack);
    }

    /** Returns a copy of whose messages this share waited for acknowledgements. */
    public Trial delayed(double share) {
        return new Trial(candidate, transportId, figures, hasTwoClocks, share, hidesDeath, lack);
    }

    /** Returns a copy of a transport with these traits. */
    public Trial over(Traits traits) {
        return new Trial(
                candidate, transportId, figures, hasTwoClocks, delayedShare, traits.has(Trait.HIDES_DEATH), lack);
    }
}
