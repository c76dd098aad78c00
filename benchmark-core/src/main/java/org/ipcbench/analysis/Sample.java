package org.ipcbench.analysis;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/** Values of the same figure, one of each iteration. */
final class Sample {
    /** With fewer values the interval would be wider than the figure itself in most cases. */
    static final int FEWEST_VALUES = 3;

    /** Either side of a 95 % interval leaves out this share. */
    private static final double TAIL = 0.025;

    private final double[] values;

    Sample(double... values) {
        this.values = values.clone();
    }

    static Sample of(DoubleStream values) {
        return new Sample(values.toArray());
    }

    int count() {
        return values.length;
    }

    double mean() {
        return DoubleStream.of(values).average().orElseThrow();
    }

    double median() {
        double[] ascending = ascending();
        int middle = ascending.length / 2;
        return ascending.length % 2 == 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2;
    }

    double least() {
        return DoubleStream.of(values).min().orElseThrow();
    }

    double greatest() {
        return DoubleStream.of(values).max().orElseThrow();
    }

    /** Standard deviation; needs two values. */
    double deviation() {
        double mean = mean();
        double squares = DoubleStream.of(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / (values.length - 1));
    }

    double[] ascending() {
        double[] ascending = values.clone();
        Arrays.sort(ascending);
        return ascending;
    }

    /** The mean's 95 % interval by Student's t; nothing for fewer than {@value #FEWEST_VALUES} values. */
    Optional<Interval> interval() {
        if (values.length < FEWEST_VALUES) {
            return Optional.empty();
        }
        double halfWidth = TDistribution.of(values.length - 1).inverseSurvivalProbability(TAIL)
                * deviation()
                / Math.sqrt(values.length);
        return Optional.of(new Interval(mean() - halfWidth, mean() + halfWidth));
    }

    double geometricMean() {
        return Math.exp(map(Math::log).mean());
    }

    /** The geometric mean's 95 % interval. */
    Optional<Interval> geometricInterval() {
        return map(Math::log)
                .interval()
                .map(interval -> new Interval(Math.exp(interval.low()), Math.exp(interval.high())));
    }

    Sample map(DoubleUnaryOperator function) {
        return of(DoubleStream.of(values).map(function));
    }
}
