package org.ipcbench.analysis.summary;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.ipcbench.analysis.statistics.Comparison;
import org.ipcbench.analysis.statistics.Gate;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.analysis.summary.TalliedLatencies.TalliedIteration;
import org.ipcbench.measure.result.Measurement;
import org.ipcbench.measure.sample.Percentiles;

/**
 * How fast a cell is, by round and over all rounds, for comparisons with other cells, runs and variants; higher is better. If a round has
 * several iterations, it counts with their mean.
 */
public final class CellSpeed {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<TalliedIteration> iterations;
    private final Rates rates;
    private final CellLatencies latencies;
    private final boolean isJudgedByLatency;
    private final boolean isKnown;

    /**
     * The speed of these iterations.
     *
     * @param rates of these iterations
     * @param latencies of these iterations
     * @param hasGivenRate whether the rate was requested, so that only latencies tell how fast the cell is
     */
    public CellSpeed(List<TalliedIteration> iterations, Rates rates, CellLatencies latencies, boolean hasGivenRate) {
        this.iterations = List.copyOf(iterations);
        this.rates = rates;
        this.latencies = latencies;
        isJudgedByLatency = hasGivenRate && latencies.count() > 0;
        isKnown = !(hasGivenRate && latencies.areWithheld())
                && iterations.stream().map(TalliedIteration::measurement).noneMatch(Measurement::isUnnoticed);
    }

    /**
     * Whether anything tells how fast the cell is: of a load whose latencies are withheld, nothing does, nor of a death that was not
     * noticed.
     */
    public boolean isKnown() {
        return isKnown;
    }

    /**
     * The percentile of the latencies whose inverse is the speed: the 99th, or the median if too few samples lie beyond that; empty if
     * the rate is the speed.
     */
    public OptionalDouble percentile() {
        return isJudgedByLatency ? OptionalDouble.of(tail()) : OptionalDouble.empty();
    }

    /** Whether both speeds are of the same figure, so that they can be compared. */
    public boolean isOfTheSameFigureAs(CellSpeed other) {
        return percentile().equals(other.percentile());
    }

    private double tail() {
        return latencies.percentiles(Percentiles.P99).isPresent() ? Percentiles.P99 : Percentiles.MEDIAN;
    }

    /**
     * The speed by round: the rate, with everything that happened in the measured part. For a load, whose rate is given, the inverse of
     * {@link #percentile} of the latencies, in 1 ÷ seconds. Empty unless it {@link #isKnown}.
     */
    public NavigableMap<Integer, Double> ofRound() {
        if (!isKnown) {
            return new TreeMap<>();
        }
        return isJudgedByLatency ? inverseLatencyOfRound() : rateOfRound();
    }

    /**
     * The usual speed by round, for ranks: as {@link #ofRound}, but a rate is that of the iteration's usual message, so that neither a
     * stall nor a slow start decides a rank.
     */
    public NavigableMap<Integer, Double> usualOfRound() {
        return isJudgedByLatency
                ? inverseLatencyOfRound()
                : byRound(iteration -> NANOS_PER_SECOND / usualNanosOf(iteration.measurement()));
    }

    /** Mean of {@link #ofRound}: arithmetic for a rate, geometric for a percentile. */
    public double mean() {
        return isJudgedByLatency
                ? Sample.of(inverseLatencyOfRound().values()).geometricMean()
                : rates.messagesPerSecond().mean();
    }

    /** Geometric mean of {@link #ofRound}. */
    public double geometricMean() {
        return Sample.of(ofRound().values()).geometricMean();
    }

    /** The usual speed of all iterations: of rates the inverse of {@link #usualMessageNanos}, of latencies the geometric mean. */
    public double usual() {
        return isJudgedByLatency ? mean() : NANOS_PER_SECOND / usualMessageNanos();
    }

    /**
     * Usual time of a message, in nanoseconds: the median over the iterations of each one's median over its sixteenths, so that
     * neither a stall nor a slow start counts. If messages were lost, or marks are few, an iteration counts with its whole time
     * divided by all messages.
     */
    public double usualMessageNanos() {
        return Sample.of(iterations.stream().map(TalliedIteration::measurement).mapToDouble(CellSpeed::usualNanosOf))
                .median();
    }

    /** Messages a second by round. */
    public NavigableMap<Integer, Double> rateOfRound() {
        return byRound(iteration -> iteration.measurement().messagesPerSecond());
    }

    /** Messages for each second of CPU time of both peers, by round. */
    public NavigableMap<Integer, Double> messagesOfCpuSecondOfRound() {
        return byRound(iteration -> {
            Measurement measured = iteration.measurement();
            long cpuNanos =
                    measured.clientCost().cpuNanos() + measured.serverCost().cpuNanos();
            return NANOS_PER_SECOND * measured.messages() / Math.max(1, cpuNanos);
        });
    }

    /** Median latency by round, in nanoseconds; empty if a median is unknown. */
    public NavigableMap<Integer, Double> medianNanosOfRound() {
        return latencies.percentileNanos(Percentiles.MEDIAN).isEmpty()
                ? new TreeMap<>()
                : byRound(iteration -> (double) nanosOf(iteration, Percentiles.MEDIAN));
    }

    /**
     * How many times as fast this cell is as the first variant's, as the gate sees it; empty if they have too few rounds in
     * common, or if only one of both has enough samples for the percentile.
     */
    public Optional<Gate.Gated> gated(Gate gate, CellSpeed first) {
        if (gate.figure().percentile().isEmpty() && !isOfTheSameFigureAs(first)) {
            return Optional.empty();
        }
        return Comparison.paired(ofRound(gate.figure()), first.ofRound(gate.figure()))
                .flatMap(Comparison::estimate)
                .map(ratio -> new Gate.Gated(gate, ratio));
    }

    private NavigableMap<Integer, Double> ofRound(Gate.Figure figure) {
        if (figure.percentile().isEmpty()) {
            return ofRound();
        }
        double percentile = figure.percentile().getAsDouble();
        return latencies.percentileNanos(percentile).isEmpty() ? new TreeMap<>() : inverseOfRound(percentile);
    }

    private NavigableMap<Integer, Double> inverseLatencyOfRound() {
        return inverseOfRound(tail());
    }

    private NavigableMap<Integer, Double> inverseOfRound(double percentile) {
        return byRound(iteration -> NANOS_PER_SECOND / nanosOf(iteration, percentile));
    }

    private static long nanosOf(TalliedIteration iteration, double percentile) {
        return Math.max(1, iteration.latencies().percentileNanos(percentile));
    }

    private NavigableMap<Integer, Double> byRound(ToDoubleFunction<TalliedIteration> figure) {
        NavigableMap<Integer, Double> ofRound = new TreeMap<>();
        iterations.forEach(iteration ->
                ofRound.merge(iteration.round(), figure.applyAsDouble(iteration), (one, other) -> (one + other) / 2));
        return ofRound;
    }

    private static double usualNanosOf(Measurement iteration) {
        Course course = Course.of(iteration);
        return course.isKnown() && iteration.losses().lost() == 0
                ? course.usualMessageNanos()
                : (double) iteration.elapsedNanos() / iteration.messages();
    }
}
