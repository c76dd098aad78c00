package org.ipcbench.analysis;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ipcbench.measure.Measurement;
import org.ipcbench.measure.Sampling;

/** What speaks against the figures of a cell. */
final class Doubts {
    /** A measured part shorter than this says more about scheduling than about the transport. */
    static final double SHORTEST_SECONDS = 0.1;

    /** The fastest iteration may exceed the slowest by this factor. */
    static final double WIDEST_RANGE = 1.5;

    private final List<Measurement> iterations;
    private final Rates rates;
    private final CellLatencies latencies;

    Doubts(List<Measurement> iterations, Rates rates, CellLatencies latencies) {
        this.iterations = iterations;
        this.rates = rates;
        this.latencies = latencies;
    }

    List<Reason> reasons() {
        return Stream.of(brevity(), twoSpeeds(), spread(), timestamps(), fewSamples(), notRepeated())
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Reason> brevity() {
        double shortest =
                iterations.stream().mapToDouble(Measurement::seconds).min().orElseThrow();
        return shortest >= SHORTEST_SECONDS
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.SHORT,
                        text("measured for only %.3f s", shortest),
                        Map.of("seconds", shortest),
                        iterations.get(0).question().moreWork()));
    }

    private Optional<Reason> twoSpeeds() {
        return rates.twoSpeeds()
                .map(speeds -> new Reason(
                        Reason.Kind.TWO_SPEEDS,
                        text(
                                "two speeds, %.0f a second in %d of %d %s and %.0f in %d",
                                speeds.slow().messagesPerSecond(),
                                speeds.slow().times(),
                                speeds.slow().of(),
                                speeds.basis().label(),
                                speeds.fast().messagesPerSecond(),
                                speeds.fast().times()),
                        Map.of(),
                        "pin the peers by --placement"));
    }

    private Optional<Reason> spread() {
        double range =
                rates.messagesPerSecond().greatest() / rates.messagesPerSecond().least();
        return range <= WIDEST_RANGE || rates.twoSpeeds().isPresent()
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.SPREAD,
                        text("the fastest iteration is %.2f times as fast as the slowest", range),
                        Map.of("fastestOverSlowest", range),
                        "use more iterations (-i) or pin the peers by --placement"));
    }

    private Optional<Reason> timestamps() {
        double costliest = iterations.stream()
                .mapToDouble(Measurement::timestampCost)
                .max()
                .orElseThrow();
        return costliest <= Sampling.HIGHEST_COST
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.TIMESTAMPS,
                        text("timestamps cost %.1f %%", 100 * costliest),
                        Map.of("share", costliest),
                        "a longer --warmup finds a wider sampling interval"));
    }

    /** Files have no samples at all, blocks no percentiles in tables. */
    private Optional<Reason> fewSamples() {
        boolean lacksMedian =
                latencies.count() > 0 && latencies.percentileNanos(50).isEmpty();
        boolean showsMedian = switch (iterations.get(0).question()) {
            case THROUGHPUT, LATENCY -> true;
            case BLOCK, TRANSFER -> false;
        };
        return !lacksMedian || !showsMedian
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.FEW_SAMPLES,
                        "an iteration has only %d latencies, too few for percentiles".formatted(latencies.fewest()),
                        Map.of("samples", (double) latencies.fewest()),
                        iterations.get(0).question().moreWork()));
    }

    private Optional<Reason> notRepeated() {
        return iterations.size() >= Sample.FEWEST_VALUES
                ? Optional.empty()
                : Optional.of(new Reason(
                        Reason.Kind.NOT_REPEATED,
                        iterations.size() == 1 ? "measured once" : "measured twice",
                        Map.of("iterations", (double) iterations.size()),
                        "use -i 3 or more"));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
