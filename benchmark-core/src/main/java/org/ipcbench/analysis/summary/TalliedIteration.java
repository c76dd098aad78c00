package org.ipcbench.analysis.summary;

import java.util.List;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.result.SizeLatencies;

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
