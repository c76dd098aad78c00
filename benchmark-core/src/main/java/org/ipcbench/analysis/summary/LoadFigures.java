package org.ipcbench.analysis.summary;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.TalliedLatencies.TalliedIteration;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.OfferedLoad;
import org.ipcbench.measure.sample.Percentiles;

/**
 * What the schedules of a load's iterations offered, and how much of it was carried. Rates and shares are arithmetic means over
 * the iterations, percentiles geometric means.
 *
 * @param offeredPerSecond scheduled messages a second
 * @param achievedPerSecond messages a second that arrived and were checked, until the schedule ends or the last one arrives,
 *     less the time of the quickest; a single delay at the end is left out
 * @param achievedShare achieved ÷ offered rate; exceeds 1 by no more than the clock's steps
 * @param notSentShare share of the scheduled messages that could not be sent
 * @param lateP50Nanos median of the lateness that the sender itself caused, in nanoseconds
 * @param lateP99Nanos lateness that one message in a hundred exceeds, in nanoseconds
 * @param lateP999Nanos lateness that one message in a thousand exceeds, in nanoseconds
 * @param latestNanos the greatest lateness of all iterations, in nanoseconds
 */
public record LoadFigures(
        double offeredPerSecond,
        double achievedPerSecond,
        double achievedShare,
        double notSentShare,
        double lateP50Nanos,
        double lateP99Nanos,
        double lateP999Nanos,
        double latestNanos) {
    /** A transport that carries a smaller share of the offered rate falls further and further behind: no latency describes it. */
    public static final double MIN_SHARE = 0.99;

    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * A transport that falls behind does so from the beginning, so that half of the messages queue at least half as long as the
     * last one. What the last one queues beyond twice the median (doubled again for safety) was a delay at the end.
     */
    private static final double MAX_MEDIANS = 4;

    private record Iteration(Measurement measurement, OfferedLoad offer, Latencies latencies) {
        static Stream<Iteration> of(TalliedIteration iteration) {
            OfferedLoad offer = iteration.measurement().offer();
            return offer == null
                    ? Stream.empty()
                    : Stream.of(new Iteration(iteration.measurement(), offer, iteration.latencies()));
        }

        /** The quickest message met no queue: what it took, each message takes, however well the transport keeps up. */
        double achievedPerSecond() {
            double queuedNanos = measurement.elapsedNanos() - offer.scheduleNanos() - latencies.minimumNanos();
            double medianQueuedNanos = latencies.percentileNanos(Percentiles.MEDIAN) - latencies.minimumNanos();
            double countedNanos = Math.max(0, Math.min(queuedNanos, MAX_MEDIANS * medianQueuedNanos));
            return measurement.messages() / ((offer.scheduleNanos() + countedNanos) / NANOS_PER_SECOND);
        }
    }

    /** The figures of these iterations; empty if they had no schedule. */
    public static Optional<LoadFigures> of(List<TalliedIteration> tallied) {
        List<Iteration> iterations = tallied.stream().flatMap(Iteration::of).toList();
        return iterations.isEmpty()
                ? Optional.empty()
                : Optional.of(new LoadFigures(
                        mean(iterations, each -> each.offer.perSecond()),
                        mean(iterations, Iteration::achievedPerSecond),
                        mean(iterations, each -> each.achievedPerSecond() / each.offer.perSecond()),
                        mean(iterations, each -> each.offer.notSentShare()),
                        typical(iterations, each -> each.offer.lateness().p50Nanos()),
                        typical(iterations, each -> each.offer.lateness().p99Nanos()),
                        typical(iterations, each -> each.offer.lateness().p999Nanos()),
                        iterations.stream()
                                .mapToDouble(each -> each.offer.lateness().maximumNanos())
                                .max()
                                .orElseThrow()));
    }

    /** Whether the offered rate was carried. */
    public boolean isReached() {
        return achievedShare >= MIN_SHARE;
    }

    /** The geometric mean, as for percentiles of latencies; the lateness of an exact sender may be zero. */
    private static double typical(List<Iteration> iterations, ToDoubleFunction<Iteration> nanos) {
        return Sample.of(iterations.stream().mapToDouble(nanos).map(value -> Math.max(1, value)))
                .geometricMean();
    }

    private static double mean(List<Iteration> iterations, ToDoubleFunction<Iteration> figure) {
        return iterations.stream().mapToDouble(figure).average().orElseThrow();
    }
}
