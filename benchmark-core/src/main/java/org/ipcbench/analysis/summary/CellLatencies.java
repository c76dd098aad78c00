package org.ipcbench.analysis.summary;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.ipcbench.analysis.statistics.Interval;
import org.ipcbench.analysis.statistics.Sample;
import org.ipcbench.measure.sample.Percentiles;
import org.ipcbench.measure.sample.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * The sampled latencies of a cell, in nanoseconds. Every iteration has the same weight, regardless of its number of samples. A
 * percentile is the geometric mean of the iterations' percentiles. If the iterations have two speeds, between which no latency
 * may lie, the percentile is the middle iteration's.
 */
public final class CellLatencies {
    /** A percentile over the iterations and the one of all calls are both told if they differ by more than this factor. */
    static final double MAX_FACTOR = 1.5;

    private static final double ALL = 100;

    /** The percentiles that tables show. */
    private static final List<Double> SHOWN = List.of(Percentiles.MEDIAN, Percentiles.P99, Percentiles.P999);

    /** Bins of a histogram for each power of ten. */
    public static final int BINS_PER_DECADE = Latencies.LatencyBins.PER_DECADE;

    private final List<Latencies> iterations;
    private final boolean areWithheld;
    private final boolean hasTwoSpeeds;
    private final boolean hasIndependentSamples;

    /** Computed on demand, from all histograms. */
    private @Nullable Map<Double, Double> ofAllCalls;

    /** The latencies of iterations of one speed, whose samples may depend on each other. */
    public CellLatencies(List<Latencies> iterations) {
        this(iterations, false, false, false);
    }

    /**
     * Puts the latencies of the iterations together.
     *
     * @param areWithheld whether none is given, because each would be the difference between two clocks that are not proven to be one
     * @param hasTwoSpeeds whether the iterations have two speeds
     * @param hasIndependentSamples whether the samples of an iteration tell how certain a percentile is; those of a stream do not,
     *     because messages that wait in the same queue are late together
     */
    public CellLatencies(
            List<Latencies> iterations, boolean areWithheld, boolean hasTwoSpeeds, boolean hasIndependentSamples) {
        this.iterations =
                areWithheld ? Collections.nCopies(iterations.size(), Latencies.NONE) : List.copyOf(iterations);
        this.areWithheld = areWithheld;
        this.hasTwoSpeeds = hasTwoSpeeds;
        this.hasIndependentSamples = hasIndependentSamples;
    }

    /**
     * A point of the curve.
     *
     * @param shareAbove share of the latencies that is greater than {@code nanos}, from 0 to 1
     * @param nanos latency, in nanoseconds
     */
    public record Step(double shareAbove, double nanos) {}

    /**
     * A bar of the histogram.
     *
     * @param lowNanos lower bound, in nanoseconds
     * @param highNanos lower bound of the next bar, in nanoseconds
     * @param share share of the latencies between the two, from 0 to 1
     */
    public record Bin(double lowNanos, double highNanos, double share) {}

    /** Number of samples of all iterations. */
    public long count() {
        return iterations.stream().mapToLong(Latencies::count).sum();
    }

    /** Number of samples of the iteration that has the fewest. */
    public long fewest() {
        return iterations.stream().mapToLong(Latencies::count).min().orElseThrow();
    }

    /**
     * How many times as many samples each iteration needs for a percentile; empty if there are enough, and if an iteration has none at
     * all.
     */
    public OptionalDouble timesTooFew(double percentile) {
        return fewest() == 0 || percentileNanos(percentile).isPresent()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Latencies.MIN_COUNT_BEYOND / (1 - percentile / ALL) / fewest());
    }

    public double minimumNanos() {
        return sampled().stream().mapToDouble(Latencies::minimumNanos).min().orElse(0);
    }

    public double maximumNanos() {
        return sampled().stream().mapToDouble(Latencies::maximumNanos).max().orElse(0);
    }

    /** Mean over the iterations of each one's smallest latency. */
    public double meanMinimumNanos() {
        return mean(Latencies::minimumNanos);
    }

    /** Mean over the iterations of each one's largest latency. */
    public double meanMaximumNanos() {
        return mean(Latencies::maximumNanos);
    }

    /** Whether none is given, because each would be the difference between two clocks that are not proven to be one. */
    public boolean areWithheld() {
        return areWithheld;
    }

    /** Whether the iterations have two speeds. */
    boolean hasTwoSpeeds() {
        return hasTwoSpeeds;
    }

    /** Whether the clock's resolution is too low: it shows messages that took no time. */
    public boolean isCoarse() {
        return sampled().stream().anyMatch(latencies -> latencies.minimumNanos() == 0);
    }

    /** The mean latency of each iteration; empty if one has no samples. */
    public Optional<Sample> means() {
        return fewest() == 0
                ? Optional.empty()
                : Optional.of(Sample.of(iterations.stream().mapToDouble(Latencies::meanNanos)));
    }

    /** The percentile of each iteration; empty if too few samples of one lie beyond it. */
    public Optional<Sample> percentiles(double percentile) {
        return iterations.stream().allMatch(latencies -> latencies.tells(percentile))
                ? Optional.of(positive(latencies -> latencies.percentileNanos(percentile)))
                : Optional.empty();
    }

    /** The latency that this percentage of the latencies does not exceed; empty if an iteration has fewer than ten samples beyond it. */
    public OptionalDouble percentileNanos(double percentile) {
        return percentiles(percentile).stream().mapToDouble(this::middle).findFirst();
    }

    /**
     * The latency that this percentage of all calls together do not exceed, in which an iteration counts by its number of samples, as
     * in one histogram of all. Empty if fewer than ten samples lie beyond it.
     *
     * @param percentile 50, 90, 99, 99.9 or 99.99
     */
    public OptionalDouble percentileOfAllCallsNanos(double percentile) {
        return Optional.ofNullable(ofAllCalls().get(percentile)).stream()
                .mapToDouble(Double::doubleValue)
                .findFirst();
    }

    private Map<Double, Double> ofAllCalls() {
        Map<Double, Double> known = ofAllCalls;
        if (known == null) {
            Histogram all = new Histogram(Recorder.SIGNIFICANT_DIGITS);
            iterations.forEach(latencies -> latencies.addTo(all));
            known = Percentiles.SHOWN.stream()
                    .filter(percentile -> Latencies.tells(all.getTotalCount(), 1 - percentile / ALL))
                    .collect(Collectors.toMap(
                            Function.identity(), percentile -> (double) all.getValueAtPercentile(percentile)));
            ofAllCalls = known;
        }
        return known;
    }

    /**
     * A percentile that is another one over all calls than over the iterations.
     *
     * @param percentile which one
     * @param allCallsNanos the percentile of all calls, in nanoseconds
     * @param iterations the percentile of each iteration, in nanoseconds
     */
    public record Disagreement(double percentile, double allCallsNanos, Sample iterations) {
        /** Number of iterations whose own percentile is above the middle one's by more than a factor of 1.5. */
        public long disturbed() {
            double[] ascending = iterations.ascending();
            double middle = ascending[(ascending.length - 1) / 2];
            return DoubleStream.of(ascending)
                    .filter(nanos -> nanos > MAX_FACTOR * middle)
                    .count();
        }
    }

    /**
     * The shown percentiles whose two estimates differ by more than a factor of 1.5; none if the iterations have two speeds, of which
     * tables show both.
     */
    public List<Disagreement> disagreements() {
        return hasTwoSpeeds
                ? List.of()
                : SHOWN.stream()
                        .flatMap(percentile -> disagreement(percentile).stream())
                        .toList();
    }

    private Optional<Disagreement> disagreement(double percentile) {
        OptionalDouble mean = percentileNanos(percentile);
        OptionalDouble all = percentileOfAllCallsNanos(percentile);
        if (mean.isEmpty() || all.isEmpty() || !differ(mean.getAsDouble(), all.getAsDouble())) {
            return Optional.empty();
        }
        return percentiles(percentile)
                .map(ofIterations -> new Disagreement(percentile, all.getAsDouble(), ofIterations));
    }

    private static boolean differ(double one, double other) {
        return Math.max(one, other) > MAX_FACTOR * Math.min(one, other);
    }

    /**
     * The latencies that exceed a limit; empty if an iteration has no samples.
     *
     * @param machine the share of messages that the machine delays beyond the limit
     * @param machineError its standard error
     */
    public Optional<LateShare> lateShare(double limitNanos, double machine, double machineError) {
        if (fewest() == 0) {
            return Optional.empty();
        }
        Sample shares = sharesBeyond(limitNanos);
        List<Double> certainly = iterations.stream()
                .map(latencies -> LateShare.certainly(latencies.shareBeyond(limitNanos), latencies.count()))
                .toList();
        return Optional.of(LateShare.of(shares, certainly, hasTwoSpeeds, machine, machineError));
    }

    /** The share of the middle iteration's latencies that exceed a limit; empty if an iteration has no samples. */
    OptionalDouble middleLateShare(double limitNanos) {
        return fewest() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(sharesBeyond(limitNanos).median());
    }

    private Sample sharesBeyond(double limitNanos) {
        return Sample.of(iterations.stream().mapToDouble(latencies -> latencies.shareBeyond(limitNanos)));
    }

    /** 95 % interval of a percentile, in nanoseconds; empty for fewer than three iterations and for two speeds. */
    public Optional<Interval> percentileInterval(double percentile) {
        return hasTwoSpeeds ? Optional.empty() : percentiles(percentile).flatMap(Sample::geometricInterval);
    }

    /**
     * 95 % interval of a percentile, in nanoseconds: by the iterations; for fewer than three of them by their samples, which tell
     * nothing of how iterations differ, if that is known of the percentile. Empty if the percentile is unknown, for two speeds, and for fewer than
     * three iterations whose samples depend on each other.
     */
    public Optional<Interval> certainty(double percentile) {
        if (percentileNanos(percentile).isEmpty() || hasTwoSpeeds) {
            return Optional.empty();
        }
        return percentileInterval(percentile)
                .or(() -> hasIndependentSamples ? samplingInterval(percentile) : Optional.empty());
    }

    /** The geometric mean of the iterations' intervals, as the percentile is the mean of theirs. */
    private Optional<Interval> samplingInterval(double percentile) {
        List<Interval> each = iterations.stream()
                .flatMap(latencies -> latencies.samplingInterval(percentile).stream())
                .toList();
        return each.isEmpty()
                ? Optional.empty()
                : Optional.of(new Interval(
                        positive(each.stream().mapToDouble(Interval::low)).geometricMean(),
                        positive(each.stream().mapToDouble(Interval::high)).geometricMean()));
    }

    private double middle(Sample ofIterations) {
        return hasTwoSpeeds ? ofIterations.upperMedian() : ofIterations.geometricMean();
    }

    /** The latencies over their percentiles, as long as each iteration has ten samples beyond them. */
    public List<Step> curve() {
        List<Step> curve = new ArrayList<>();
        for (int step = 0; tells(step); step++) {
            int each = step;
            curve.add(new Step(Latencies.shareAbove(step), middle(positive(latencies -> latencies.stepNanos(each)))));
        }
        return curve;
    }

    /**
     * The histogram: bins of equal width on a logarithmic axis, from the smallest latency to the largest without a gap, with the
     * mean of the iterations' shares. Empty if an iteration has no samples.
     */
    public List<Bin> histogram() {
        List<Latencies.LatencyBins> each =
                iterations.stream().map(Latencies::bins).toList();
        if (each.stream().anyMatch(Latencies.LatencyBins::isEmpty)) {
            return List.of();
        }
        int first = each.stream().mapToInt(Latencies.LatencyBins::first).min().orElseThrow();
        int last = each.stream().mapToInt(Latencies.LatencyBins::last).max().orElseThrow();
        return IntStream.rangeClosed(first, last)
                .mapToObj(bin -> new Bin(
                        Latencies.LatencyBins.begin(bin),
                        Latencies.LatencyBins.begin(bin + 1),
                        each.stream()
                                .mapToDouble(bins -> bins.share(bin))
                                .average()
                                .orElseThrow()))
                .toList();
    }

    private boolean tells(int step) {
        return iterations.stream().allMatch(latencies -> latencies.tellsStep(step));
    }

    private List<Latencies> sampled() {
        return iterations.stream().filter(latencies -> latencies.count() > 0).toList();
    }

    private double mean(ToDoubleFunction<Latencies> figure) {
        return iterations.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** A coarse clock may show zero, which has no logarithm. */
    private Sample positive(ToDoubleFunction<Latencies> nanos) {
        return positive(iterations.stream().mapToDouble(nanos));
    }

    private static Sample positive(DoubleStream nanos) {
        return Sample.of(nanos.map(value -> Math.max(1, value)));
    }
}
