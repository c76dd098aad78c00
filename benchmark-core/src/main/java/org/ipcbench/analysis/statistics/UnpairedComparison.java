package org.ipcbench.analysis.statistics;

import java.util.Collection;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much faster a cell is in one run than in another. The rounds of two runs are independent, so the means of the rates'
 * logarithms are compared by Welch's test, which allows one run to scatter more than the other.
 *
 * @param logRatio logarithm of the ratio of the geometric means, new ÷ base
 * @param standardError of that logarithm
 * @param degreesOfFreedom of the standard error
 */
public record UnpairedComparison(double logRatio, double standardError, double degreesOfFreedom) {
    /** The minimum detectable difference is a difference that this share of such comparisons would detect. */
    public static final double POWER = 0.8;

    /** Fewest rates of each cell that can be compared. */
    public static final int MIN_RATES = Sample.MIN_VALUES;

    private static final NormalDistribution BELL = NormalDistribution.of(0, 1);

    public UnpairedComparison {
        if (!Double.isFinite(logRatio) || !(standardError >= 0) || !(degreesOfFreedom > 0)) {
            throw new IllegalArgumentException("no comparison: log ratio %s, standard error %s, degrees of freedom %s"
                    .formatted(logRatio, standardError, degreesOfFreedom));
        }
    }

    /**
     * Compares two cells; empty if one of them has fewer than {@value #MIN_RATES} rates.
     *
     * @param base rates before, each above zero
     * @param rates rates now, each above zero
     */
    public static Optional<UnpairedComparison> of(Collection<Double> base, Collection<Double> rates) {
        Sample before = Sample.of(base).map(Math::log);
        Sample now = Sample.of(rates).map(Math::log);
        return Math.min(before.count(), now.count()) < MIN_RATES ? Optional.empty() : Optional.of(welch(before, now));
    }

    private static UnpairedComparison welch(Sample before, Sample now) {
        double ofBefore = before.deviation() * before.deviation() / before.count();
        double ofNow = now.deviation() * now.deviation() / now.count();
        double variance = ofBefore + ofNow;
        double degreesOfFreedom = variance == 0
                ? before.count() + now.count() - 2
                : variance
                        * variance
                        / (ofBefore * ofBefore / (before.count() - 1) + ofNow * ofNow / (now.count() - 1));
        return new UnpairedComparison(now.mean() - before.mean(), Math.sqrt(variance), degreesOfFreedom);
    }

    /** Geometric mean of the rates now ÷ geometric mean of the rates before. */
    public double ratio() {
        return Math.exp(logRatio);
    }

    /**
     * The ratio's interval.
     *
     * @param alpha how often the interval may miss the true ratio
     */
    public Interval interval(double alpha) {
        double halfWidth = Sample.quantile(degreesOfFreedom, alpha) * standardError;
        return new Interval(Math.exp(logRatio - halfWidth), Math.exp(logRatio + halfWidth));
    }

    /**
     * The p-value of a true ratio: how often the measured ratio is at least this far from it by chance, in either direction.
     *
     * @param truth the true ratio
     */
    public double pValue(double truth) {
        double away = Math.abs(logRatio - Math.log(truth));
        if (standardError == 0) {
            return away == 0 ? 1 : 0;
        }
        return 2 * TDistribution.of(degreesOfFreedom).survivalProbability(away / standardError);
    }

    /**
     * The smallest difference that {@link #POWER} of such comparisons would detect, as a share. Another comparison would have
     * another standard error, so the limit that it has to exceed scatters, too (approximation of Johnson and Welch).
     *
     * @param alpha how often equal cells may be told apart
     */
    public double minimumDetectableDifference(double alpha) {
        double limit = Sample.quantile(degreesOfFreedom, alpha);
        double scatter = Math.sqrt(1 + limit * limit / (2 * degreesOfFreedom));
        return Math.expm1((limit + BELL.inverseCumulativeProbability(POWER) * scatter) * standardError);
    }
}
