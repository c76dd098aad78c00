package org.ipcbench.analysis.doubt;

import static org.ipcbench.analysis.doubt.Doubts.Rule.found;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ipcbench.analysis.doubt.Doubts.Rule;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.Course;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.MeasurementConditions;
import org.ipcbench.measure.result.MeasurementConditions.Gaps;
import org.ipcbench.measure.result.MeasurementConditions.WarmUpEnd;

/** Doubts that the course of the measured parts raises. */
public enum CourseRule implements Rule {
    /** A single stall raises the doubt: it decides its iteration's rate and the highest percentiles. */
    STALL {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            double scatters = stallScatters(evidence.iterations().size());
            Optional<Reason> standstill = stall(
                    evidence, CourseRule::standstillNanos, STANDSTILL_SHARE, "a peer exchanged nothing for %.0f ms");
            return standstill.isPresent()
                    ? standstill
                    : stall(
                            evidence,
                            iteration -> stallNanos(iteration, scatters),
                            STALL_SHARE,
                            "a part of an iteration took %.0f ms longer than usual");
        }

        private Optional<Reason> stall(
                Evidence evidence, ToDoubleFunction<Measurement> nanos, double leastShare, String statement) {
            double share = evidence.greatest(iteration -> share(nanos, iteration));
            double cost = evidence.mean(iteration -> share(nanos, iteration)).orElse(0);
            double millis = evidence.greatest(nanos) / NANOS_PER_MILLI;
            return share < leastShare
                    ? Optional.empty()
                    : found(
                            Reason.Kind.STALL,
                            Statement.of(statement + ", which costs up to %.0f %%", millis, 100 * cost),
                            "milliseconds",
                            millis,
                            "measure again, with more iterations (-i)");
        }

        private static double share(ToDoubleFunction<Measurement> nanos, Measurement iteration) {
            return nanos.applyAsDouble(iteration) / iteration.elapsedNanos();
        }
    },
    SLOW_START {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            List<Measurement> cold = evidence.iterations().stream()
                    .filter(iteration -> !isScheduled(iteration) && startsCold(iteration))
                    .toList();
            if (2 * cold.size() <= evidence.iterations().size()) {
                return Optional.empty();
            }
            double factor = Sample.of(cold.stream()
                            .mapToDouble(iteration -> Course.of(iteration).startOverRest()))
                    .median();
            return found(
                    Reason.Kind.WARM_UP,
                    Statement.of(
                            "at the start messages take %.2f times as long as later, which costs up to %.0f %%",
                            factor, 100 * cost(1 + START_SHARE * (factor - 1))),
                    "startOverRest",
                    factor,
                    LONGER_WARM_UP);
        }
    },
    DRIFT {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            if (evidence.iterations().stream().anyMatch(CourseRule::isScheduled)
                    || evidence.iterations().size() < Sample.MIN_VALUES
                    || !evidence.iterations().stream()
                            .allMatch(iteration -> Course.of(iteration).isKnown())) {
                return Optional.empty();
            }
            Sample drifts = Sample.of(evidence.iterations().stream()
                            .mapToDouble(iteration -> Course.of(iteration).secondOverFirstHalf()))
                    .map(Math::log);
            double error = drifts.deviation() / Math.sqrt(drifts.count());
            boolean consistent = Math.abs(drifts.mean()) > Sample.quantile(drifts.count() - 1, DRIFT_ALPHA) * error;
            double factor = Math.exp(drifts.mean());
            return !consistent || Math.max(factor, 1 / factor) < MIN_DRIFT
                    ? Optional.empty()
                    : found(
                            Reason.Kind.WARM_UP,
                            Statement.of(
                                    "in the second half messages take %.2f times as long as in the first,"
                                            + " which costs up to %.0f %%",
                                    factor, 100 * cost(factor)),
                            "secondOverFirstHalf",
                            factor,
                            LONGER_WARM_UP);
        }
    },
    /** Reaching the limit alone is harmless; only iterations count that went on to compile, or to speed up. */
    WARM_UP_LIMIT {
        @Override
        public Optional<Reason> doubt(Evidence evidence) {
            long unready = evidence.iterations().stream()
                    .filter(CourseRule::endsWarmUpUnready)
                    .count();
            return 2 * unready <= evidence.iterations().size()
                    ? Optional.empty()
                    : found(
                            Reason.Kind.WARM_UP,
                            Statement.of(
                                    "%d of %d warm-ups ran into their limit",
                                    unready, evidence.iterations().size()),
                            "warmUps",
                            (double) unready,
                            LONGER_WARM_UP);
        }
    };

    /** Among a few iterations, a stall stands out by at least this number of standard deviations, in logarithms. */
    private static final double STALL_SCATTERS = 5;

    /** Up to this number are few. Among more iterations, the worst one stands out further even without a stall. */
    private static final int FEW_ITERATIONS = 5;

    /** A stalled sixteenth takes at least this many times as long as usual. */
    private static final double STALL_FACTOR = 3;

    /** A stall takes at least this share of the measured part. */
    private static final double STALL_SHARE = 0.1;

    /** A standstill takes at least this share of the measured part. */
    public static final double STANDSTILL_SHARE = 0.05;

    /** A slow start takes at least this many times as long per message as the rest; a fast start is faster by this factor. */
    static final double MIN_START = 1.25;

    /** The halves differ by this factor. */
    static final double MIN_DRIFT = 1.1;

    /** How often halves that are equal may be taken for a drift. */
    static final double DRIFT_ALPHA = 0.01;

    /** The start is an eighth of the messages. */
    private static final double START_SHARE = 1 / 8.0;

    /** The remedy for everything that a longer warm-up cures. */
    static final String LONGER_WARM_UP = "use a longer --warmup";

    private static final double NANOS_PER_MILLI = 1e6;

    /** How far the rates of two times are apart, as a share of the greater one. */
    private static double cost(double factor) {
        return 1 - Math.min(factor, 1 / factor);
    }

    private static double stallScatters(int iterations) {
        return STALL_SCATTERS + Math.log(Math.max(1, (double) iterations / FEW_ITERATIONS));
    }

    private static double stallNanos(Measurement iteration, double scatters) {
        return Course.of(iteration).stallNanos(scatters, STALL_FACTOR);
    }

    /**
     * The longest gap between two looks of one peer, in nanoseconds, if it is unusually long, else 0. A schedule's gaps are
     * intended.
     */
    private static double standstillNanos(Measurement iteration) {
        return isScheduled(iteration)
                ? 0
                : Stream.of(iteration.clientConditions(), iteration.serverConditions())
                        .map(MeasurementConditions::gaps)
                        .filter(gaps ->
                                gaps.longestNanos() * gaps.count() > Gaps.STANDSTILL_FACTOR * iteration.elapsedNanos())
                        .mapToDouble(Gaps::longestNanos)
                        .max()
                        .orElse(0);
    }

    /** Whether a schedule sets the pace, which then says nothing about the transport. */
    private static boolean isScheduled(Measurement iteration) {
        return iteration.latencyKind().hasGivenRate();
    }

    private static boolean startsCold(Measurement iteration) {
        double factor = Course.of(iteration).startOverRest();
        return Math.max(factor, 1 / factor) > MIN_START;
    }

    private static boolean endsWarmUpUnready(Measurement iteration) {
        WarmUpEnd client = iteration.clientConditions().warmUp();
        WarmUpEnd server = iteration.serverConditions().warmUp();
        boolean atLimit = client.atLimit() || server.atLimit();
        return atLimit
                && (JvmRule.COMPILATION.isExceeded(iteration) || (!isScheduled(iteration) && startsCold(iteration)));
    }
}
