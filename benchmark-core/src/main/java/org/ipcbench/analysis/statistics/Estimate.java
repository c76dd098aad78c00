package org.ipcbench.analysis.statistics;

import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean, or a difference of two, with what its values tell of its error.
 *
 * @param value the mean, or the difference
 * @param standardError its standard error
 * @param degreesOfFreedom of the standard error
 */
public record Estimate(double value, double standardError, double degreesOfFreedom) {
    /** The minimum detectable difference is a difference that this share of such comparisons would detect. */
    public static final double POWER = 0.8;

    private static final NormalDistribution BELL = NormalDistribution.of(0, 1);

    public Estimate {
        if (!Double.isFinite(value) || !(standardError >= 0) || !(degreesOfFreedom > 0)) {
            throw new IllegalArgumentException("no estimate: value %s, standard error %s, degrees of freedom %s"
                    .formatted(value, standardError, degreesOfFreedom));
        }
    }

    /** The mean of a sample; empty for fewer than {@value Sample#MIN_VALUES} values. */
    static Optional<Estimate> ofMean(Sample sample) {
        return sample.count() < Sample.MIN_VALUES
                ? Optional.empty()
                : Optional.of(new Estimate(
                        sample.mean(), sample.deviation() / Math.sqrt(sample.count()), sample.count() - 1));
    }

    /**
     * How much greater the mean of one sample is than that of another, which may scatter more (Welch). Empty if one of them has
     * fewer than {@value Sample#MIN_VALUES} values.
     */
    static Optional<Estimate> ofDifference(Sample values, Sample others) {
        if (Math.min(values.count(), others.count()) < Sample.MIN_VALUES) {
            return Optional.empty();
        }
        double ofValues = values.deviation() * values.deviation() / values.count();
        double ofOthers = others.deviation() * others.deviation() / others.count();
        double variance = ofValues + ofOthers;
        double degreesOfFreedom = variance == 0
                ? values.count() + others.count() - 2
                : variance
                        * variance
                        / (ofValues * ofValues / (values.count() - 1) + ofOthers * ofOthers / (others.count() - 1));
        return Optional.of(new Estimate(values.mean() - others.mean(), Math.sqrt(variance), degreesOfFreedom));
    }

    /** Number of the values whose mean this is. */
    double values() {
        return degreesOfFreedom + 1;
    }

    /**
     * How much greater the mean of one sample is than that of another with the same variance (Student), which needs three values in
     * all.
     */
    static Estimate ofShift(Sample values, Sample others) {
        int degreesOfFreedom = values.count() + others.count() - 2;
        double variance = (values.sumOfSquares() + others.sumOfSquares()) / degreesOfFreedom;
        return new Estimate(
                values.mean() - others.mean(),
                Math.sqrt(variance * (1.0 / values.count() + 1.0 / others.count())),
                degreesOfFreedom);
    }

    /**
     * The interval of the true value.
     *
     * @param alpha how often the interval may miss it
     */
    public Interval interval(double alpha) {
        double halfWidth = Sample.quantile(degreesOfFreedom, alpha) * standardError;
        return new Interval(value - halfWidth, value + halfWidth);
    }

    /**
     * The p-value of a true value: how often the estimate is at least this far from it by chance, in either direction.
     *
     * @param truth the true value
     */
    public double pValue(double truth) {
        double away = Math.abs(value - truth);
        if (standardError == 0) {
            return away == 0 ? 1 : 0;
        }
        return 2 * TDistribution.of(degreesOfFreedom).survivalProbability(away / standardError);
    }

    /**
     * The smallest difference that {@link #POWER} of such comparisons would detect. Another comparison would have another standard
     * error, so the limit that it has to exceed scatters, too (approximation of Johnson and Welch).
     *
     * @param alpha how often no difference may be taken for one
     */
    public double minimumDetectableDifference(double alpha) {
        double limit = Sample.quantile(degreesOfFreedom, alpha);
        double scatter = Math.sqrt(1 + limit * limit / (2 * degreesOfFreedom));
        return (limit + BELL.inverseCumulativeProbability(POWER) * scatter) * standardError;
    }
}
