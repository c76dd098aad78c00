package org.ipcbench.analysis.doubt;

import static org.ipcbench.analysis.doubt.Rule.found;
import static org.ipcbench.analysis.doubt.Rule.text;

import java.util.Map;
import java.util.Optional;
import org.ipcbench.measure.sample.Percentiles;

/** Doubts about schedules: whether the rate was carried, and whether the sender kept its times. */
enum LoadRule implements Rule {
    NOT_REACHED {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            return evidence.load()
                    .filter(load -> !load.isReached())
                    .map(load -> new Reason(
                            Reason.Kind.NOT_REACHED,
                            text(
                                    "%.0f of %.0f messages/s arrived, %.1f %% were never sent",
                                    load.achievedPerSecond(), load.offeredPerSecond(), 100 * load.notSentShare()),
                            Map.of(
                                    "achievedPerSecond", load.achievedPerSecond(),
                                    "offeredPerSecond", load.offeredPerSecond(),
                                    "notSentShare", load.notSentShare()),
                            "use a lower --rate"));
        }
    },
    /** Compares percentiles of the sender's own lateness with the same percentiles of the latencies. */
    LATE_SENDER {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            return evidence.load().flatMap(load -> {
                double share = Math.max(
                        share(load.lateP50Nanos(), Percentiles.MEDIAN, evidence),
                        Math.max(
                                share(load.lateP99Nanos(), Percentiles.P99, evidence),
                                share(load.lateP999Nanos(), FAR_TAIL, evidence)));
                return share <= MAX_LATENESS
                        ? Optional.empty()
                        : found(
                                Reason.Kind.LATE_SENDER,
                                text(
                                        "the sender itself was late: p99 %.1f us, %.0f %% of a percentile of the latencies",
                                        load.lateP99Nanos() / NANOS_PER_MICRO, 100 * share),
                                "share",
                                share,
                                "use --pacing spin and a CPU of its own for the client (--placement split-cpu)");
            });
        }
    };

    /** A lateness of more than this share of a latency shows in the latency; docs/validation.md has the error rates. */
    static final double MAX_LATENESS = 0.2;

    private static final double FAR_TAIL = 99.9;
    private static final double NANOS_PER_MICRO = 1e3;

    private static double share(double lateNanos, double percentile, Evidence evidence) {
        return evidence.latencies().percentileNanos(percentile).stream()
                .map(nanos -> lateNanos / nanos)
                .findFirst()
                .orElse(0);
    }
}
