package org.ipcbench.analysis.statistics;

import java.util.NavigableMap;
import java.util.Optional;

/**
 * How much longer a message of one cell takes than a message of another, by the ratio of their speeds: the difference and the ratio
 * always agree which cell is faster, and whether equality is in their intervals.
 *
 * @param seconds the difference; negative if the first cell is faster
 * @param interval its 95 % interval, in seconds; empty if there are too few rounds
 */
public record TimeDifference(double seconds, Optional<Interval> interval) {
    /**
     * The geometric mean of both cells' times.
     *
     * @param seconds the mean
     * @param factor how many times as long it may be; empty if there are too few rounds
     */
    private record Middle(double seconds, Optional<Double> factor) {
        static Middle of(NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others) {
            Sample common = Comparison.ofCommonRounds(rates, others, (rate, other) -> 1 / Math.sqrt(rate * other));
            if (common.count() > 0) {
                return new Middle(common.geometricMean(), factor(common));
            }
            Sample one = Sample.of(rates.values());
            Sample other = Sample.of(others.values());
            return new Middle(
                    1 / Math.sqrt(one.geometricMean() * other.geometricMean()),
                    factor(one)
                            .flatMap(ofOne -> factor(other)
                                    .map(ofOther -> Math.exp(Math.hypot(Math.log(ofOne), Math.log(ofOther)) / 2))));
        }

        private static Optional<Double> factor(Sample values) {
            return values.geometricInterval().map(interval -> interval.high() / values.geometricMean());
        }

        /** The difference of two times with this mean and this ratio. */
        double difference(double ratio) {
            return seconds * (Math.sqrt(ratio) - 1 / Math.sqrt(ratio));
        }

        /** The interval, which has zero exactly if that of the ratio has one. */
        Interval interval(double ratio, Interval ratios, double factor) {
            double difference = difference(ratio);
            double low = difference(ratios.low());
            double high = difference(ratios.high());
            double byMean = Math.abs(difference) * (1 - 1 / factor);
            return new Interval(
                    Math.max(difference - Math.hypot(difference - low, byMean), low < 0 ? low * factor : low / factor),
                    Math.min(
                            difference + Math.hypot(high - difference, byMean),
                            high > 0 ? high * factor : high / factor));
        }
    }

    /**
     * Compares two cells.
     *
     * @param ratio the second cell's speed ÷ the first one's
     * @param rates messages a second of the first cell, by round; at least one
     * @param others messages a second of the second cell, by round; at least one
     */
    public static TimeDifference of(
            Comparison ratio, NavigableMap<Integer, Double> rates, NavigableMap<Integer, Double> others) {
        Middle middle = Middle.of(rates, others);
        return new TimeDifference(
                middle.difference(ratio.ratio()),
                ratio.interval()
                        .flatMap(ratios ->
                                middle.factor().map(factor -> middle.interval(ratio.ratio(), ratios, factor))));
    }
}
