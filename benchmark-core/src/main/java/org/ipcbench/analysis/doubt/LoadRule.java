package org.ipcbench.analysis.doubt;

import static org.ipcbench.analysis.doubt.Rule.found;
import static org.ipcbench.analysis.doubt.Rule.text;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.analysis.summary.LoadFigures;
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
                                    evidence.latencyKind().inTurns()
                                            ? "%.0f of %.0f calls/s were answered%s"
                                            : "%.0f of %.0f messages/s arrived%s",
                                    load.achievedPerSecond(),
                                    load.offeredPerSecond(),
                                    neverSent(load)),
                            Map.of(
                                    "achievedPerSecond", load.achievedPerSecond(),
                                    "offeredPerSecond", load.offeredPerSecond(),
                                    "notSentShare", load.notSentShare()),
                            "use a lower --rate"));
        }

        private String neverSent(LoadFigures load) {
            return load.notSentShare() < MIN_SHOWN ? "" : text(", %.1f %% were never sent", 100 * load.notSentShare());
        }
    },
    /**
     * Compares percentiles of the sender's own lateness with the same percentiles of the latencies. What helps depends on the cell,
     * which is unknown here.
     */
    LATE_SENDER {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            return evidence.load()
                    .flatMap(load -> worst(load, evidence))
                    .filter(late -> late.share > MAX_LATENESS)
                    .flatMap(late -> found(
                            Reason.Kind.LATE_SENDER,
                            text(
                                    "the sender was late itself: %s %.1f us, %.0f %% of the latencies' %s",
                                    late.percentile, late.nanos / NANOS_PER_MICRO, 100 * late.share, late.percentile),
                            "share",
                            late.share,
                            ""));
        }

        private Optional<Lateness> worst(LoadFigures load, Evidence evidence) {
            return Stream.of(
                            lateness("p50", Percentiles.MEDIAN, load.lateP50Nanos(), evidence),
                            lateness("p99", Percentiles.P99, load.lateP99Nanos(), evidence),
                            lateness("p99.9", FAR_TAIL, load.lateP999Nanos(), evidence))
                    .flatMap(Optional::stream)
                    .max(Comparator.comparingDouble(Lateness::share));
        }

        private Optional<Lateness> lateness(String name, double percentile, double lateNanos, Evidence evidence) {
            return evidence.latencies().percentileNanos(percentile).stream()
                    .mapToObj(nanos -> new Lateness(name, lateNanos, lateNanos / nanos))
                    .findFirst();
        }
    };

    /**
     * A percentile of the sender's own lateness.
     *
     * @param percentile its name
     * @param nanos the lateness, in nanoseconds
     * @param share the lateness as a share of the latencies' percentile
     */
    private record Lateness(String percentile, double nanos, double share) {}

    /** A lateness of more than this share of a latency shows in the latency; docs/validation.md has the error rates. */
    static final double MAX_LATENESS = 0.2;

    /** A smaller share would be shown as zero. */
    private static final double MIN_SHOWN = 0.0005;

    private static final double FAR_TAIL = 99.9;
    private static final double NANOS_PER_MICRO = 1e3;
}
