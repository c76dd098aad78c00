package org.ipcbench.analysis.doubt;

import static org.ipcbench.analysis.doubt.Rule.found;
import static org.ipcbench.analysis.doubt.Rule.text;

import java.util.Map;
import java.util.Optional;
import org.ipcbench.analysis.summary.CellLatencies;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.measure.sample.Sampling;

/** Whether the measured part is long enough for the clock, and whether there are enough samples. */
enum ResolutionRule implements Rule {
    SHORT {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            double shortest = -evidence.greatest(iteration -> -iteration.seconds());
            return shortest >= MIN_SECONDS
                    ? Optional.empty()
                    : found(
                            Reason.Kind.SHORT,
                            text("measured for only %.3f s", shortest),
                            "seconds",
                            shortest,
                            evidence.latencyKind().moreWork());
        }
    },
    TIMESTAMPS {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            double costliest = evidence.greatest(ResolutionRule::excessiveTimestampCost);
            return costliest == 0
                    ? Optional.empty()
                    : found(
                                    Reason.Kind.TIMESTAMPS,
                                    text("reading the clock costs up to %.1f %%", 100 * costliest),
                                    "share",
                                    costliest,
                                    "use a longer --warmup, after which fewer messages are timed")
                            .map(reason -> evidence.weighed(reason, costliest));
        }
    },
    /** Files have no samples at all, blocks no percentiles in tables. */
    FEW_SAMPLES {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            CellLatencies latencies = evidence.latencies();
            return !evidence.latencyKind().showsPercentiles()
                            || latencies.count() == 0
                            || latencies.percentiles(Percentiles.MEDIAN).isPresent()
                    ? Optional.empty()
                    : found(
                            Reason.Kind.FEW_SAMPLES,
                            "an iteration has only %d latencies, too few for percentiles".formatted(latencies.fewest()),
                            "samples",
                            (double) latencies.fewest(),
                            evidence.latencyKind().moreWork());
        }
    },
    /** If the clock's steps are as large as a latency, some messages seem to take no time. */
    COARSE_TIMER {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            CellLatencies latencies = evidence.latencies();
            return latencies.count() == 0 || !latencies.isCoarse()
                    ? Optional.empty()
                    : found(
                            Reason.Kind.COARSE_TIMER,
                            "latencies are as short as the steps of the clock",
                            "minimumNanos",
                            latencies.minimumNanos(),
                            "see /sys/devices/system/clocksource/clocksource0/current_clocksource");
        }
    },
    /** Nothing that is shown is doubtful: a load lacks its answer, a throughput only what stands beside it. */
    CLOCK_BOUND {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            if (!evidence.latencies().areWithheld()) {
                return Optional.empty();
            }
            boolean isLoad = evidence.latencyKind().hasGivenRate();
            Reason reason = new Reason(
                    Reason.Kind.CLOCK_BOUND,
                    "latencies are withheld: the peers' clocks are not proven to be one",
                    Map.of(),
                    isLoad
                            ? "use --answer: calls need one clock only"
                            : "use the command latency, which needs one clock only");
            return Optional.of(isLoad ? reason : reason.asNote());
        }
    };

    /**
     * The share of the time that timestamps cost, if it is too large, else 0. A measured part that is too short has a doubt of
     * its own.
     */
    private static double excessiveTimestampCost(Measurement iteration) {
        double allowed = iteration.seconds() < MIN_SECONDS ? Sampling.MAX_COST_OF_FEW : Sampling.MAX_COST;
        return iteration.timestampCost() <= allowed ? 0 : iteration.timestampCost();
    }

    /** A measured part shorter than this says more about scheduling than about the transport. */
    static final double MIN_SECONDS = 0.1;
}
