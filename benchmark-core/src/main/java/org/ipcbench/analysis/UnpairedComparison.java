package org.ipcbench.analysis;

import java.util.Collection;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much faster a cell is in one run than in another. The rounds of two runs have nothing to do with each other, so the means
 * of the rates' logarithms are compared: Welch's test, since one run may scatter more than the other.
 *
 * @param logarithm of the ratio of the geometric means, new ÷ base
 * @param error its standard error
 * @param freedom degrees of freedom of that error
 */
public record UnpairedComparison(double logarithm, double error, double freedom) {
    /** The smallest visible difference is one that this share of such comparisons would see. */
    public static final double POWER = 0.8;

    /** Fewest rates of each cell that can be compared. */
    public static final int MIN_RATES = Sample.MIN_VALUES;

    private static final NormalDistribution BELL = NormalDistribution.of(0, 1);

    public UnpairedComparison {
        if (!Double.isFinite(logarithm) || !(error >= 0) || !(freedom > 0)) {
            throw new IllegalArgumentException(
                    "no comparison: logarithm %s, error %s, freedom %s".formatted(logarithm, error, freedom));
        }
    }

    /**
     * Compares two cells; nothing where one of them has fewer than {@value #MIN_RATES} rates.
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
        double freedom = variance == 0
                ? before.count() + now.count() - 2
                : variance
                        * variance
                        / (ofBefore * ofBefore / (before.count() - 1) + ofNow * ofNow / (now.count() - 1));
        return new UnpairedComparison(now.mean() - before.mean(), Math.sqrt(variance), freedom);
    }

    /** Geometric mean of the rates now ÷ that of the rates before. */
    public double ratio() {
        return Math.exp(logarithm);
    }

    /**
     * The ratio's interval.
     *
     * @param chance how often it may leave out the true ratio
     */
    public Interval interval(double chance) {
        double halfWidth = Sample.quantile(freedom, chance) * error;
        return new Interval(Math.exp(logarithm - halfWidth), Math.exp(logarithm + halfWidth));
    }

    /** How often a ratio at least so far from {@code truth}, either way, comes about by chance where that is the true one. */
    public double chanceAt(double truth) {
        double away = Math.abs(logarithm - Math.log(truth));
        if (error == 0) {
            return away == 0 ? 1 : 0;
        }
        return 2 * TDistribution.of(freedom).survivalProbability(away / error);
    }

    /**
     * The smallest difference that {@link #POWER} of such comparisons would see, as a share. Another comparison would have another
     * error: what it has to exceed scatters, too (approximation of Johnson and Welch).
     *
     * @param chance how often equal cells may be told apart
     */
    public double smallestVisible(double chance) {
        double limit = Sample.quantile(freedom, chance);
        double scatter = Math.sqrt(1 + limit * limit / (2 * freedom));
        return Math.expm1((limit + BELL.inverseCumulativeProbability(POWER) * scatter) * error);
    }
}
