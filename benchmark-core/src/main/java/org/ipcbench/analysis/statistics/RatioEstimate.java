package org.ipcbench.analysis.statistics;

import java.util.Collection;
import java.util.Optional;

/**
 * How many times as fast one cell is as another, with what the rates tell of the error. Means of the rates' logarithms are
 * compared, so the ratio is one of geometric means.
 *
 * @param logRatio the logarithm of the ratio
 */
public record RatioEstimate(Estimate logRatio) {
    /** Fewest rates of each cell that can be compared. */
    public static final int MIN_RATES = Sample.MIN_VALUES;

    /** The ratio of two cells by its value in each of their common rounds; empty for fewer than {@value #MIN_RATES} rounds. */
    static Optional<RatioEstimate> paired(Sample ratios) {
        return Estimate.ofMean(ratios.map(Math::log)).map(RatioEstimate::new);
    }

    /**
     * The ratio of a cell's rates in one run to those in another, whose rounds are independent of the first run's. Empty if one
     * of them has fewer than {@value #MIN_RATES} rates.
     *
     * @param base rates before, each above zero
     * @param rates rates now, each above zero
     */
    public static Optional<RatioEstimate> unpaired(Collection<Double> base, Collection<Double> rates) {
        return Estimate.ofDifference(
                        Sample.of(rates).map(Math::log), Sample.of(base).map(Math::log))
                .map(RatioEstimate::new);
    }

    /** The ratio the other way round. */
    RatioEstimate inverse() {
        return new RatioEstimate(
                new Estimate(-logRatio.value(), logRatio.standardError(), logRatio.degreesOfFreedom()));
    }

    public double ratio() {
        return Math.exp(logRatio.value());
    }

    /**
     * The ratio's interval.
     *
     * @param alpha how often the interval may miss the true ratio
     */
    public Interval interval(double alpha) {
        Interval interval = logRatio.interval(alpha);
        return new Interval(Math.exp(interval.low()), Math.exp(interval.high()));
    }

    /**
     * The p-value of a true ratio: how often the measured ratio is at least this far from it by chance, in either direction.
     *
     * @param truth the true ratio
     */
    public double pValue(double truth) {
        return logRatio.pValue(Math.log(truth));
    }

    /**
     * The smallest difference that {@link Estimate#POWER} of such comparisons would detect, as a share.
     *
     * @param alpha how often equal cells may be told apart
     */
    public double minimumDetectableDifference(double alpha) {
        return Math.expm1(logRatio.minimumDetectableDifference(alpha));
    }
}
