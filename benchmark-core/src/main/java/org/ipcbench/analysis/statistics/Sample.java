package org.ipcbench.analysis.statistics;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/** Values of one figure, one for each iteration. */
public final class Sample {
    /** With fewer values the interval would be wider than the figure itself in most cases. */
    public static final int MIN_VALUES = 3;

    private final double[] values;

    public Sample(double... values) {
        this.values = values.clone();
    }

    public static Sample of(DoubleStream values) {
        return new Sample(values.toArray());
    }

    public static Sample of(Collection<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue));
    }

    public int count() {
        return values.length;
    }

    public double mean() {
        return DoubleStream.of(values).average().orElseThrow();
    }

    public double median() {
        double[] ascending = ascending();
        int middle = ascending.length / 2;
        return ascending.length % 2 == 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2;
    }

    /** The median; for an even number of values, the greater of the two in the middle, so always one of the values. */
    public double upperMedian() {
        return ascending()[values.length / 2];
    }

    public double least() {
        return DoubleStream.of(values).min().orElseThrow();
    }

    public double greatest() {
        return DoubleStream.of(values).max().orElseThrow();
    }

    /** Standard deviation; needs two values. */
    public double deviation() {
        return Math.sqrt(sumOfSquares() / (values.length - 1));
    }

    double sumOfSquares() {
        double mean = mean();
        return DoubleStream.of(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
    }

    public double[] ascending() {
        double[] ascending = values.clone();
        Arrays.sort(ascending);
        return ascending;
    }

    /** The mean's 95 % interval by Student's t; empty for fewer than {@value #MIN_VALUES} values. */
    public Optional<Interval> interval() {
        return interval(Interval.ALPHA);
    }

    /**
     * The mean's interval.
     *
     * @param alpha how often the interval may miss the true mean
     */
    Optional<Interval> interval(double alpha) {
        if (values.length < MIN_VALUES) {
            return Optional.empty();
        }
        double halfWidth = halfWidth(values.length, deviation(), alpha);
        return Optional.of(new Interval(mean() - halfWidth, mean() + halfWidth));
    }

    /**
     * Whether the means of two samples differ more than by chance: Student's test, for samples of equal variance.
     *
     * @param alpha how often equal means may be told apart
     */
    public boolean isApart(Sample other, double alpha) {
        return values.length + other.values.length > 2
                && Estimate.ofShift(this, other).pValue(0) < alpha;
    }

    /**
     * The p-value of a true mean of zero by Student's t: how often the mean of such values is at least this far from zero. Empty
     * for fewer than {@value #MIN_VALUES} values.
     */
    OptionalDouble pValue() {
        if (values.length < MIN_VALUES) {
            return OptionalDouble.empty();
        }
        double standardError = deviation() / Math.sqrt(values.length);
        if (standardError == 0) {
            return OptionalDouble.of(mean() == 0 ? 1 : 0);
        }
        double above = TDistribution.of(values.length - 1).survivalProbability(Math.abs(mean()) / standardError);
        return OptionalDouble.of(2 * above);
    }

    /** Two-sided quantile of Student's t: how many standard errors a mean may be away by chance. */
    public static double quantile(double degreesOfFreedom, double alpha) {
        return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(alpha / 2);
    }

    /** Half of the width of the 95 % interval of the mean of this number of values, in the unit of their standard deviation. */
    static double halfWidth(int values, double deviation) {
        return halfWidth(values, deviation, Interval.ALPHA);
    }

    private static double halfWidth(int values, double deviation, double alpha) {
        return quantile(values - 1, alpha) * deviation / Math.sqrt(values);
    }

    public double geometricMean() {
        return Math.exp(map(Math::log).mean());
    }

    /** The geometric mean's 95 % interval. */
    public Optional<Interval> geometricInterval() {
        return map(Math::log)
                .interval()
                .map(interval -> new Interval(Math.exp(interval.low()), Math.exp(interval.high())));
    }

    public Sample map(DoubleUnaryOperator function) {
        return of(DoubleStream.of(values).map(function));
    }
}
