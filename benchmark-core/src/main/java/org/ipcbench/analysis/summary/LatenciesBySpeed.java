package org.ipcbench.analysis.summary;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ipcbench.measure.sample.Percentiles;

/** The latencies of a cell with two speeds, divided by speed: a percentile between both speeds would belong to no iteration. */
public final class LatenciesBySpeed {
    private final List<TalliedIteration> iterations;
    private final boolean areWithheld;

    /** @param areWithheld whether none is given; see {@link CellLatencies#areWithheld} */
    public LatenciesBySpeed(List<TalliedIteration> iterations, boolean areWithheld) {
        this.iterations = iterations;
        this.areWithheld = areWithheld;
    }

    /** The latencies of the slower iterations, then those of the faster ones; one group if nothing tells them apart. */
    public List<CellLatencies> divided(TwoSpeeds speeds) {
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
