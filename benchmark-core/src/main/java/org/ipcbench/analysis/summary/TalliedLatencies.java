package org.ipcbench.analysis.summary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.analysis.summary.TwoSpeeds.SpeedGroups;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.SizeLatencies;
import org.ipcbench.measure.sample.Percentiles;

/** The latencies of a cell's iterations: all together, by the size of the request, and by speed. */
public final class TalliedLatencies {
    private final List<TalliedIteration> iterations;
    private final boolean isReached;
    private final Optional<TwoSpeeds> twoSpeeds;
    private final boolean areWithheld;
    private final CellLatencies together;

    /**
     * The latencies of these iterations.
     *
     * @param iterations at least one
     * @param isReached whether the rate of a load was carried; if not, no latency describes it
     * @param twoSpeeds the two speeds of the iterations, if they have two
     */
    public TalliedLatencies(List<TalliedIteration> iterations, boolean isReached, Optional<TwoSpeeds> twoSpeeds) {
        this.iterations = List.copyOf(iterations);
        this.isReached = isReached;
        this.twoSpeeds = twoSpeeds;
        areWithheld = iterations.stream().map(TalliedIteration::measurement).anyMatch(Measurement::withholdsLatencies);
        together = cell(iterations.stream()
                .map(iteration -> isReached ? iteration.latencies() : Latencies.NONE)
                .toList());
    }

    /** All of them. */
    public CellLatencies together() {
        return together;
    }

    /**
     * The latencies by the largest size of the request, in ascending order; empty if all requests have the same size, and if a load
     * was not reached.
     */
    public NavigableMap<Integer, CellLatencies> bySize() {
        NavigableMap<Integer, List<Latencies>> each = new TreeMap<>();
        iterations.stream()
                .filter(iteration -> isReached)
                .flatMap(iteration -> iteration.bySize().stream())
                .forEach(size -> each.computeIfAbsent(size.upToBytes(), unused -> new ArrayList<>())
                        .add(size.latencies()));
        NavigableMap<Integer, CellLatencies> bySize = new TreeMap<>();
        each.forEach((bytes, latencies) -> bySize.put(bytes, cell(latencies)));
        return bySize;
    }

    /**
     * The percentile of the slower iterations and the percentile of the faster ones, in nanoseconds, if the cell has two speeds
     * that its iterations differ in; otherwise the percentile of all iterations. Empty if the percentile is unknown, or known for
     * one speed only.
     */
    public List<Double> percentilesNanosBySpeed(double percentile) {
        List<CellLatencies> groups = twoSpeeds
                .map(new LatenciesBySpeed(iterations, areWithheld)::divided)
                .orElse(List.of(together));
        List<Double> known = groups.stream()
                .map(group -> group.percentileNanos(percentile))
                .flatMapToDouble(OptionalDouble::stream)
                .boxed()
                .toList();
        return known.size() == groups.size() ? known : List.of();
    }

    private CellLatencies cell(List<Latencies> latencies) {
        return new CellLatencies(
                latencies,
                areWithheld,
                twoSpeeds.isPresent(),
                iterations.get(0).measurement().latencyKind().answersWithPercentiles());
    }

    /** The latencies of a cell with two speeds, divided by speed: a percentile between both speeds would belong to no iteration. */
    private static final class LatenciesBySpeed {
        private final List<TalliedIteration> iterations;
        private final boolean areWithheld;

        /** @param areWithheld whether none is given; see {@link CellLatencies#areWithheld} */
        LatenciesBySpeed(List<TalliedIteration> iterations, boolean areWithheld) {
            this.iterations = iterations;
            this.areWithheld = areWithheld;
        }

        /** The latencies of the slower iterations, then those of the faster ones; one group if nothing tells them apart. */
        List<CellLatencies> divided(TwoSpeeds speeds) {
            return switch (speeds.basis()) {
                case ITERATIONS -> byRate(speeds);
                case SIXTEENTHS -> byMedian();
            };
        }

        /** Groups mixed iterations by their median, which lies in the speed that the iteration had for longer. */
        private List<CellLatencies> byMedian() {
            List<Latencies> slowFirst = iterations.stream()
                    .map(TalliedIteration::latencies)
                    .sorted(Comparator.comparingLong(LatenciesBySpeed::median).reversed())
                    .toList();
            int firstFast = 0;
            double widest = SpeedGroups.MIN_LEAD;
            for (int i = 1; i < slowFirst.size(); i++) {
                double lead = (double) median(slowFirst.get(i - 1)) / Math.max(1, median(slowFirst.get(i)));
                if (lead > widest) {
                    firstFast = i;
                    widest = lead;
                }
            }
            return Stream.of(slowFirst.subList(0, firstFast), slowFirst.subList(firstFast, slowFirst.size()))
                    .filter(group -> !group.isEmpty())
                    .map(group -> new CellLatencies(group, areWithheld, true, false)) // each has both speeds still
                    .toList();
        }

        private static long median(Latencies latencies) {
            return latencies.percentileNanos(Percentiles.MEDIAN);
        }

        private List<CellLatencies> byRate(TwoSpeeds speeds) {
            double middle =
                    Math.sqrt(speeds.slow().messagesPerSecond() * speeds.fast().messagesPerSecond());
            Map<Boolean, List<Latencies>> areFast = iterations.stream()
                    .collect(Collectors.partitioningBy(
                            iteration -> iteration.measurement().messagesPerSecond() > middle,
                            Collectors.mapping(TalliedIteration::latencies, Collectors.toList())));
            return Stream.of(areFast.getOrDefault(false, List.of()), areFast.getOrDefault(true, List.of()))
                    .filter(group -> !group.isEmpty())
                    .map(group -> new CellLatencies(group, areWithheld, false, false))
                    .toList();
        }
    }

    /**
     * The data kept of an iteration, a few KB.
     *
     * @param round the round it belongs to
     * @param measurement without its histogram
     * @param latencies the part of the histogram that reports need
     * @param bySize the same by the size of the request; empty if all have the same size
     */
    public record TalliedIteration(int round, Measurement measurement, Latencies latencies, List<OfSize> bySize) {
        public TalliedIteration {
            bySize = List.copyOf(bySize);
        }

        /**
         * The latencies of a class of sizes.
         *
         * @param upToBytes the largest size of the class, in bytes
         * @param latencies the latencies
         */
        public record OfSize(int upToBytes, Latencies latencies) {
            OfSize(SizeLatencies measured) {
                this(measured.upToBytes(), new Latencies(measured.latencies()));
            }
        }

        public static TalliedIteration of(Measurement measurement, int round) {
            return new TalliedIteration(
                    round,
                    measurement.withoutHistograms(),
                    new Latencies(measurement.latencies()),
                    measurement.latenciesBySize().stream().map(OfSize::new).toList());
        }
    }
}
