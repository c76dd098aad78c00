package org.ipcbench.analysis;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The latencies of a cell, divided where its iterations have two speeds: a percentile between both would be no iteration's. */
final class LatenciesBySpeed {
    private final List<TalliedIteration> iterations;
    private final double clockBoundNanos;

    /** @param clockBoundNanos latencies below this are withheld */
    LatenciesBySpeed(List<TalliedIteration> iterations, double clockBoundNanos) {
        this.iterations = iterations;
        this.clockBoundNanos = clockBoundNanos;
    }

    /** The latencies of the slower iterations, then those of the faster ones. */
    List<CellLatencies> divided(TwoSpeeds speeds) {
        double middle =
                Math.sqrt(speeds.slow().messagesPerSecond() * speeds.fast().messagesPerSecond());
        Map<Boolean, List<Latencies>> areFast = iterations.stream()
                .collect(Collectors.partitioningBy(
                        iteration -> iteration.measurement().messagesPerSecond() > middle,
                        Collectors.mapping(TalliedIteration::latencies, Collectors.toList())));
        return Stream.of(areFast.getOrDefault(false, List.of()), areFast.getOrDefault(true, List.of()))
                .filter(group -> !group.isEmpty())
                .map(group -> new CellLatencies(group, clockBoundNanos))
                .toList();
    }
}
