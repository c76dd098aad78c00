package org.ipcbench.analysis.summary;

import java.util.List;
import java.util.OptionalDouble;
import org.ipcbench.measure.result.MachineStalls;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.LatencyKind;

/** What the machine's stalls do to the percentiles of a cell: whether a tail is the machine's rather than the transport's. */
public final class StallEffect {
    private final MachineStalls stalls;
    private final List<Measurement> iterations;
    private final CellLatencies latencies;

    /** @param iterations at least one */
    public StallEffect(MachineStalls stalls, List<Measurement> iterations, CellLatencies latencies) {
        this.stalls = stalls;
        this.iterations = List.copyOf(iterations);
        this.latencies = latencies;
    }

    /** The share of the time that the stalls take. */
    public double shareOfTime() {
        return stalls.share();
    }

    /**
     * The share of the messages beyond a percentile for which the machine's stalls account, at most 1; empty if the stalls or the
     * percentile are unknown, if there are two speeds, and for streams, whose messages wait for each other.
     */
    public OptionalDouble shareBeyond(double percentile) {
        OptionalDouble nanos = latencies.percentileNanos(percentile);
        return nanos.isEmpty() || !isJudged() || latencies.hasTwoSpeeds()
                ? OptionalDouble.empty()
                : OptionalDouble.of(MachineStalls.explained(percentile, stalledShare(nanos.getAsDouble())));
    }

    /** Whether this value of a percentile is the machine's limit rather than the transport's. */
    public boolean explains(double percentile, double nanos) {
        return isJudged() && MachineStalls.explains(percentile, stalledShare(nanos));
    }

    private boolean isJudged() {
        return stalls.isKnown() && (latencyKind().inTurns() || latencyKind().hasGivenRate());
    }

    /** The share of the messages that the machine alone delays by more than this. */
    private double stalledShare(double nanos) {
        return latencyKind().inTurns() && !latencyKind().hasGivenRate()
                ? stalls.shareBeyondInTurns(nanos, nanosBetweenMessages())
                : stalls.shareBeyond(nanos);
    }

    /** Mean time from one message of a client to the one that follows its answer, in nanoseconds. */
    private double nanosBetweenMessages() {
        double clients = iterations.stream()
                .mapToDouble(iteration -> Math.max(1, iteration.clients().size()))
                .average()
                .orElse(1);
        double nanos =
                iterations.stream().mapToDouble(Measurement::elapsedNanos).sum();
        return clients
                * iterations.get(0).requestsInFlight()
                * nanos
                / Math.max(
                        1, iterations.stream().mapToLong(Measurement::messages).sum());
    }

    private LatencyKind latencyKind() {
        return iterations.get(0).latencyKind();
    }
}
